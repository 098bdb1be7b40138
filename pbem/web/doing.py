"""What a button does: said afterwards, or why it could not be done, on the page it stands on."""

from collections.abc import Callable, Mapping

from flask import abort, flash, redirect, request
from werkzeug.wrappers import Response

from pbem.web.looks import sentence

Act = Callable[[], str]
"""Does something, and says what was done."""


def do(acts: Mapping[str, Act], back: str, *refusals: type[Exception]) -> Response:
    """Do what the button ``do`` of a form says, and go back.  refusals: whose messages say why it was not done.

    400 for a button there is none of.
    """
    act = acts.get(request.form.get("do", ""))
    if act is None:
        abort(400)
    try:
        flash(act(), "ok")
    except refusals as fault:
        flash(sentence(str(fault)), "bad")
    return redirect(back, 303)
