"""The aide-de-camp: an order sheet for any seat, as a player would write it (CA-18)."""
