"""Fire, melee, lost figures."""
