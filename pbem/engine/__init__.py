"""The core all rule sets share: journal, play, dice, asks, orders, hexes.  Pure: no clock, file, network, database."""
