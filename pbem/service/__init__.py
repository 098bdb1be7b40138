"""The use cases: one function each, one transaction each.

Everything that enters or leaves a game comes through here.
"""
