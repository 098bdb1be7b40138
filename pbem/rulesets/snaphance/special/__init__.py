"""Special rules of a scenario: one kind a file, read from ``special:``, called by name where the rules come to it.

``kinds`` holds what each is made of; ``facts`` what can happen by them; ``speaking`` what players are told.
"""
