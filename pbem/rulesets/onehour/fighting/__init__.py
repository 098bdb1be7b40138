"""Shots, blows and hits."""
