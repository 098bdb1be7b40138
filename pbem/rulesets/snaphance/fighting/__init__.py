"""Fire, morale, evasion, opportunity, melee, retreat and pursuit (sections 5, 6, 7, 8, 9, 10, 11, 12, 13)."""
