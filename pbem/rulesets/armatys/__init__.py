"""Armatys' Pike & Shot: figures in files and rows, counters, bounds of eight phases.

It is not in the list of rule sets: a battle cannot yet be played to its end.  Its cases run by ``cases.run_case``.
"""
