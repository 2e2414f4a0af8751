"""Mutation testing of the rules (`make mutants`): small mistakes, made one at a time.

Cosmic Ray says which mistakes there are and keeps the list of them; each is made in a copy of
the project, build/mutants/tree, and a forked process plays the scenarios and runs the tests that
come by that place. What nobody notices has survived, and shows a test that is missing.
"""
