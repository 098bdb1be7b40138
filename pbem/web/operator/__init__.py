"""The operator's pages, and a mail provider's door."""
