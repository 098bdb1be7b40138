"""Scenario files: what every rule set reads alike.  A rule set brings the shape of its file and what makes a battle."""
