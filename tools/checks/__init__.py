"""What `make lint` asks of every file: style, types, and the house rules of this project.

A check is a function that is given the project's folder and the files in it, and answers with
problems, each a line `FILE:LINE: what is wrong and what is allowed`.
"""
