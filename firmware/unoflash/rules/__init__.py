"""The rules of the unit: plain Python that knows no pin and no clock.

They are handed the time and the contacts' edges and answer with what is lit, what is
heard, what is to be logged, and when they want to be called again.
"""
