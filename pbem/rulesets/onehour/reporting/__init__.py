"""Turns told in sentences and drawn as charts."""
