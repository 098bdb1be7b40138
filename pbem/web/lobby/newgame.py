"""A game made by a player: a battle chosen, how it is to be played, who plays it; or one against the aide, at once."""

from typing import Any

from flask import Blueprint, flash, redirect, render_template, request, url_for
from flask_babel import gettext as _
from werkzeug.wrappers import Response

from pbem.engine.ids import Seat
from pbem.engine.ruleset import RuleSet
from pbem.engine.scenariofile.parcelling import BY_SCENARIO
from pbem.mail.addresses import BadAddress
from pbem.scenarios import BadScenario
from pbem.service.lobby.battlebook import BattleCard, paces, places
from pbem.service.lobby.filling import MusterRefused
from pbem.service.lobby.musters import WantedPlayer, muster
from pbem.service.lobby.terms import (
    DAYS,
    DICE,
    LETTERS,
    MISSED,
    NEWSBOOK,
    PRESS,
    RECEIPTS,
    REPORTS,
    SIGHT,
    TRUST,
    WATCH,
    chosen,
    how_long,
)
from pbem.service.options import PRESETS, Options
from pbem.service.play.games import BadGame
from pbem.web.door import need_me, services
from pbem.web.lobby.scenarios import battle_of, shelves_html
from pbem.web.lobby.termsform import TermsSheet, blank, read
from pbem.web.looks import sentence
from pbem.web.zones import cities, city_of

pages = Blueprint("newgame", __name__, url_prefix="/new")


@pages.get("")
def choose() -> str:
    """The battles, to choose one."""
    need_me()
    return shelves_html(choose=True)


@pages.get("/<rules>/<name>")
def form(rules: str, name: str) -> str:
    """How it is to be played.  preset: a set of options.  commanders: ``scenario`` for several a side."""
    player, found = need_me(), battle_of(rules, name)
    several = _several(found, request.args.get("commanders", ""))
    there = places(services(), found.name, several)
    sheet = blank(request.args.get("preset", ""), there, player.zone, _rules(found).usual_pace, several)
    return _page(found, sheet, request.args.get("preset", next(iter(PRESETS))))


@pages.post("/<rules>/<name>")
def make(rules: str, name: str) -> str | Response | tuple[str, int]:
    """Make the game, or show what has been chosen so far (do: look)."""
    player, found = need_me(), battle_of(rules, name)
    several = _several(found, request.form.get("commanders", ""))
    there = places(services(), found.name, several)
    sheet = read(request.form, there, _rules(found), paces(services(), found.name, several), several)
    if request.form.get("do") == "look":
        return _page(found, sheet)
    if sheet.wrong or sheet.options is None or sheet.places is None:
        return _page(found, sheet), 400
    if unplayable := _unplayable(found, sheet.options):
        return _page(found, sheet.with_fault("lists" if sheet.options.lists else "sight", unplayable)), 400
    try:
        game = muster(services(), player.id, found.name, sheet.places, sheet.options, sheet.fields["note"])
    except (MusterRefused, BadAddress, BadGame) as fault:
        return _page(found, sheet.with_fault("", str(fault))), 400
    if all(one.kind in {"me", "aide", "none"} for one in sheet.places.values()):
        return redirect(url_for("games.show", game=game), 303)
    flash(_("Game created. It begins when every place is taken."), "ok")
    return redirect(url_for("musters.show", game=game), 303)


@pages.post("/<rules>/<name>/solo")
def solo(rules: str, name: str) -> Response:
    """Against the aide-de-camp, now, without a clock.  seat: the reader's side."""
    player, found = need_me(), battle_of(rules, name)
    seats = _seats(found)
    mine = next((seat for seat in seats if seat == request.form.get("seat")), seats[0])
    places = {seat: WantedPlayer("me" if seat == mine else "aide") for seat in seats}
    options = Options(every=0, zone=player.zone, grace=0, extensions=0, remind=0, leave=0)
    try:
        game = muster(services(), player.id, found.name, places, options)
    except MusterRefused as fault:
        flash(sentence(str(fault)), "bad")
        return redirect(url_for("scenarios.show", rules=rules, name=name), 303)
    return redirect(url_for("games.show", game=game), 303)


def _seats(found: BattleCard) -> tuple[Seat, ...]:
    return tuple(one.seat for one in found.armies)


def _several(found: BattleCard, wanted: str) -> str:
    """How the units are parcelled out: as the battle does it, where that is wanted and it does; else not at all."""
    return BY_SCENARIO if wanted == BY_SCENARIO and places(services(), found.name, BY_SCENARIO) else ""


def _unplayable(found: BattleCard, options: Options) -> str:
    """Why the battle cannot be played with hidden units as its other options are; '' where it can."""
    try:
        services().scenarios(found.name, options.of_scenario)
    except BadScenario as fault:
        return fault.faults[0].partition(": ")[2] or fault.faults[0]
    return ""


def _rules(found: BattleCard) -> RuleSet[Any]:
    return services().rules(found.rules)


def _page(found: BattleCard, sheet: TermsSheet, preset: str = "") -> str:
    rules = _rules(found)
    return render_template(
        "web/muster-new.html",
        battle=found, sheet=sheet, presets=PRESETS, preset=preset, days=DAYS, tempers=rules.aide.tempers,
        paces=paces(services(), found.name, sheet.fields["commanders"]),
        places=places(services(), found.name, sheet.fields["commanders"]),
        several=bool(places(services(), found.name, BY_SCENARIO)),
        missed=MISSED, watch=WATCH, press=PRESS, letters=LETTERS, newsbook=NEWSBOOK,
        reports=REPORTS, of_rules=rules.course.choices, lists=rules.course.lists,
        sight=SIGHT if rules.course.hides else {}, trust=TRUST, receipts=RECEIPTS,
        dice=DICE, cities=cities(), city=city_of(sheet.fields["zone"]),
        chosen=chosen(sheet.options) if sheet.options else (),
        length=how_long(sheet.options, rules, found.rounds) if sheet.options else "", player=need_me(),
    )  # fmt: skip
