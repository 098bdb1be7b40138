"""Scenario files: reading them, summing them up."""
