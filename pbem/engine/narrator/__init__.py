"""Telling a turn: facts become chapters of events, tallies and a brief; a rule set brings a sentence a fact."""
