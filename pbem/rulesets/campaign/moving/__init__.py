"""Marches on one clock: what a force can do in a half-day, where ways cross and when (CA-3, CA-Q2)."""
