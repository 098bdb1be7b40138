"""Battles that one game calls and that are fought elsewhere: begun, fought, their results taken."""
