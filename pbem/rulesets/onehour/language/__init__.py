"""The order language of the one-hour rules."""
