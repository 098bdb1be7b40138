"""Tabletop battles of about 1450 to 1700, fought by correspondence."""
