"""The decisions of the catalogue's section 5: standing orders, defaults, and what was decided for a seat."""
