"""The bound, step by step."""
