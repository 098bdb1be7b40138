"""Trying a rule set out: what random play and its checks need, from a rule set's language and offers alone."""
