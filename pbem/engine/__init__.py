"""The rule-set-independent core: journal, play, dice, asks, orders, hexes, sight.  Pure: no clock, file, network, database."""
