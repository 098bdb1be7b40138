"""Shooting, combat, losses."""
