"""The help: how orders are written, and a place to try a line."""

from flask import Blueprint, render_template, request

from pbem.service.play.guides import order_guide
from pbem.service.play.rehearsals import LONGEST, examples, grounds, tried
from pbem.web.door import post

pages = Blueprint("help", __name__, url_prefix="/help")


@pages.get("/orders")
def orders() -> str:
    """The language of orders, from the verb table, each example as the rules read it.

    line: one to be tried; on: the battle it is tried on.
    """
    line = request.args.get("line", "").strip()
    return render_template(
        "web/help-orders.html", guide=order_guide(), examples=examples(post()), grounds=grounds(post()),
        longest=LONGEST, tried=tried(post(), line, request.args.get("on", "")) if line else None,
    )  # fmt: skip
