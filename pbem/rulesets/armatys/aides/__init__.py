"""The aide-de-camp: orders as a player would write them."""
