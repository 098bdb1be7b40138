"""Reaction tests and what comes of them."""
