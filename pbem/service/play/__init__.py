"""A game under way: what its players see, what they order, what the clock does."""
