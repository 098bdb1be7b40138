"""Scenario files of battles on the inch table: measures, ground, areas and edges as people write them."""
