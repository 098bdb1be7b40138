"""Dispatches: what a seat is told of a turn, its troops, its map (CA-9)."""
