"""Scenario files: their keys, their reading, their summary."""
