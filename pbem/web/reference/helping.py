"""The help: how orders are written by each rule set, and a place to try a line."""

from typing import Any

from flask import Blueprint, abort, render_template, request
from flask_babel import gettext as _

from pbem.engine.ruleset import RuleSet
from pbem.rulesets import rule_sets
from pbem.service.play.rehearsals import LONGEST, examples, grounds, tried
from pbem.web.door import services

pages = Blueprint("help", __name__, url_prefix="/help")


@pages.get("")
def listed() -> str:
    """The rule sets, each with the page of its orders."""
    return render_template("web/help.html", sets=tuple(rule_sets().values()))


@pages.get("/umpire")
def umpiring() -> str:
    """What an umpire does in an evening, and the lines of mails that do it."""
    return render_template("web/help-umpire.html")


@pages.get("/orders")
def orders() -> str:
    """The orders of the first rule set in the list: where links led when there was one only."""
    return _page(next(iter(rule_sets().values())))


@pages.get("/orders/<rules>")
def orders_of(rules: str) -> str:
    """The orders of a rule set."""
    return _page(rule_sets().get(rules) or abort(404, _("There is no such set of rules.")))


def _page(rules: RuleSet[Any]) -> str:
    """The language of orders, from the verb table, each example as the rules read it.

    line: one to be tried; on: the battle it is tried on.
    """
    line = request.args.get("line", "").strip()
    return render_template(
        "web/help-orders.html", rules=rules, guide=rules.order_guide, several=len(rule_sets()) > 1,
        examples=examples(services(), rules), grounds=grounds(services(), rules), longest=LONGEST,
        tried=tried(services(), rules, line, request.args.get("on", "")) if line else None,
    )  # fmt: skip
