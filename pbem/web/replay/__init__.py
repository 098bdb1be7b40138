"""Following a battle: replay, dice, debrief, downloads."""
