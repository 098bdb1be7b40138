"""Who hears of an umpire's act, as a form says."""

from typing import get_args

from flask import request

from pbem.engine.journal import Told


def heard_on_form(name: str = "told", usual: Told = "at the end") -> Told:
    """What is chosen in a field of that name; the usual ones where nothing is."""
    given = request.form.get(name, "")
    found: tuple[Told, ...] = get_args(Told)
    return next((one for one in found if one == given), usual)
