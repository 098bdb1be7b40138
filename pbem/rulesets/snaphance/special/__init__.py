"""Special rules of a scenario: one kind a file, read from ``special:``, called by name where the rules come to it.

Here stand their words and what they say of a battle; what takes order tests, losses or choices stands with those.
``state.special_rules`` holds what each is made of; ``state.special_facts`` what can happen by them; ``speaking`` what
players are told.
"""
