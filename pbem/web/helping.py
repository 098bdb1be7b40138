"""The help: how orders are written."""

from flask import Blueprint, render_template

from pbem.service.play.guides import order_guide

pages = Blueprint("help", __name__, url_prefix="/help")


@pages.get("/orders")
def orders() -> str:
    """The language of orders, from the verb table."""
    return render_template("web/help-orders.html", guide=order_guide())
