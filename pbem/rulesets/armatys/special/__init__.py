"""Special rules of a scenario: what they bar, what they change in fire, cover and nerve.

``state.special_rules`` holds what each is made of, ``state.special_facts`` what can happen by them; ``speaking`` what
players are told.
"""
