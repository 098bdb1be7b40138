"""Fire, morale, evasion, opportunity, melee, retreat and pursuit (SN-5 to SN-13)."""
