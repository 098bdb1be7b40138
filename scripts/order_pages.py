#!/usr/bin/env python3
"""Writes the pages of orders in the docs anew, one for each rule set, from its verb table."""

from pathlib import Path

from pbem.engine.guide import markdown
from pbem.rulesets import rule_sets

for rules in rule_sets().values():
    page = Path(__file__).parent.parent / "docs" / f"orders-{rules.name}.md"
    page.write_text(markdown(rules.order_guide), encoding="utf-8")
