"""The state of a battle: its values, facts, asks and orders, tables and readings, and what ends it."""
