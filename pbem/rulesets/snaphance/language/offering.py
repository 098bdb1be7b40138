"""Snaphance orders as buttons: what each stand may do as lines, every answer to a question, standing orders."""

from collections.abc import Iterator
from typing import Any

from pbem.engine.asks import Ask
from pbem.engine.hexes import Hex, distance, label
from pbem.engine.offers import Denial, Offer, Offers, UnitOffers
from pbem.engine.wording import listed, plural
from pbem.rulesets.snaphance.language.advice import DEFAULT, judge
from pbem.rulesets.snaphance.language.continuing import then
from pbem.rulesets.snaphance.language.fields import fields, place
from pbem.rulesets.snaphance.language.ordering import ordered
from pbem.rulesets.snaphance.language.placing import placing
from pbem.rulesets.snaphance.language.remarks import charge_remark, remarks
from pbem.rulesets.snaphance.language.spots import best_spots, spot_place, spot_text
from pbem.rulesets.snaphance.language.standings import decisions
from pbem.rulesets.snaphance.moving.command import in_range
from pbem.rulesets.snaphance.playing.choices import Choices, HexChoice, choices, deeds
from pbem.rulesets.snaphance.state.asks import (
    AskEvasions,
    AskOrders,
    AskReaction,
    AskSetUp,
    AskWay,
    GroupChoice,
    MeleeChoice,
    Reaction,
    StandChoice,
    Way,
    YesNo,
    evasions,
    single_answers,
)
from pbem.rulesets.snaphance.state.battle import Battle, Stand, commander_of, led_by, side_of_seat
from pbem.rulesets.snaphance.state.commands import (
    Act,
    Charge,
    Enter,
    Fight,
    Fire,
    Hold,
    Opportunity,
    Rally,
    StandOrders,
)
from pbem.rulesets.snaphance.writing.wording import named
from pbem.rulesets.snaphance.writing.writing import Answer, action_text, actions_text, answer_text, group_word

MOST_LISTED = 120
"""Ways listed for a question."""


def offers(view: Battle, ask: Ask[Any], answer: Answer | None, *, units: bool = True) -> Offers:
    """Lines that would be taken.  answer: what is to stand, for what the standing orders are now.

    units: each stand's too; there are many of them.
    """
    side = side_of_seat(view, ask.seat)
    if isinstance(ask, AskSetUp):
        mine = led_by(view, ask.seat)
        return Offers(
            stands=tuple(one.id for one in mine),
            units=tuple(placing(view, ask, one, answer) for one in mine) if units else (),
        )  # fmt: skip
    if not isinstance(ask, AskOrders):
        return Offers(answers=tuple(_answer(view, ask, one) for one in _answers(ask)))
    if side is None:
        return Offers()
    stands = ordered(view, ask)
    return Offers(
        stands=tuple(one.id for one in stands),
        units=tuple(_unit(view, one, answer) for one in stands) if units else (),
        decisions=decisions(view, ask.seat, answer), unset=DEFAULT,
    )  # fmt: skip


def offers_for(
    view: Battle, ask: Ask[Any], answer: Answer | None, code: str, *, marches: bool = True
) -> UnitOffers | None:
    """What one stand may do; None for who cannot be ordered now.  marches: where it may go too."""
    if isinstance(ask, AskSetUp):
        own = next((one for one in led_by(view, ask.seat) if one.id == code), None)
        return placing(view, ask, own, answer) if own is not None else None
    found = next((one for one in ordered(view, ask) if one.id == code), None) if isinstance(ask, AskOrders) else None
    return _unit(view, found, answer, marches=marches) if found is not None else None


# --- stands -------------------------------------------------------------------------------------------------------


def _unit(view: Battle, stand: Stand, answer: Answer | None, *, marches: bool = True) -> UnitOffers:
    found = choices(view, stand.id) if marches else deeds(view, stand.id)
    return UnitOffers(
        code=stand.id, command=_command(view, stand) if stand.on_board else "",
        may=(*_may(view, stand, found), *_together(view, stand, found)),
        marches=tuple(_march(view, stand, spot) for spot in best_spots(stand, found.spots)),
        may_not=tuple(Denial(f"{one.what}: {one.no.why}", one.no.rules) for one in found.denied),
        then=then(view, stand.id, answer),
        fields=fields(view, stand),
    )  # fmt: skip


def _command(view: Battle, stand: Stand) -> str:
    """Whether its group's general reaches it (SN-3.0a)."""
    general = commander_of(view, stand.group)
    if general is None:
        return "out of command: its group has no general"
    if general.attached_to == stand.id:
        return f"{general.name} is with it"
    far = plural(distance(stand.hex, general.hex), "hex", "hexes")
    if in_range(view, stand.id):
        return f"in command of {general.name}, who is {far} away and reaches {general.range}"
    return f"out of command: {general.name} is {far} away and reaches {general.range}"


def _may(view: Battle, stand: Stand, found: Choices) -> Iterator[Offer]:
    """Everything but marches, the boldest first."""
    for here in found.entries:
        yield _order(view, stand, f"Enter at {label(here)}", Enter(here), label(here))
    if found.melee is not None:
        foe = next(one for side, one in view.melees[found.melee].stands.items() if side != stand.side)
        yield _order(view, stand, "Fight its melee", Fight(), foe)
        return
    if found.rally:
        yield _order(view, stand, "Rally", Rally())
    if found.opportunity:
        yield _order(view, stand, "Wait on opportunity", Opportunity())
    for quarry in found.quarries:
        foe, charge = quarry.stand, Charge(target=quarry.stand)
        promise = charge_remark(quarry.there, stand.id, foe, moved=quarry.moved)
        if stand.disordered:
            promise = "; ".join(remarks(view, StandOrders(stand=stand.id, actions=(charge,))))
        yield Offer(f"{stand.id} {action_text(charge)}", f"Charge {named(view, foe)}", promise, at=foe)
    for target in found.targets:
        foe, text = target.stand, f"Fire at {named(view, target.stand)}"
        yield _order(view, stand, text, Fire(target=foe), foe)
        if target.both_ranks:
            yield _order(view, stand, f"{text}, both ranks", Fire(target=foe, ranks=2), foe)
    yield _order(view, stand, "Hold", Hold())


def _together(view: Battle, stand: Stand, found: Choices) -> tuple[Offer, ...]:
    """Rallying as a group (SN-9.1a)."""
    if not found.rally_with:
        return ()
    others = listed([one for one in found.rally_with if one != stand.id])
    return (Offer(f"{' '.join(found.rally_with)} together rally", f"Rally together with {others}", "one die for all"),)


def _order(view: Battle, stand: Stand, text: str, action: Act, at: str = "") -> Offer:
    note = judge(view, StandOrders(stand=stand.id, actions=(action,))).note
    return Offer(f"{stand.id} {action_text(action)}", text, note, at=at)


def _march(view: Battle, stand: Stand, spot: HexChoice) -> Offer:
    line = f"{stand.id} {actions_text(spot.acts)}"
    return Offer(line, spot_text(stand, spot), f"{spot.mp} MP", at=spot_place(view, spot))


# --- questions ----------------------------------------------------------------------------------------------------


def _answers(ask: Ask[Any]) -> list[Answer]:
    """Every answer there is; to a question about several stands: what is said if nothing is, all, none, or one."""
    match ask:
        case AskWay(options=options):
            return [Way(path=path) for path in _listed(options)]
        case AskReaction(options=options, default=default):
            single = [Reaction((one,)) for one in options]
            return [default, *(one for one in (*single, Reaction(())) if one != default)]
        case AskEvasions(questions=questions, default=default):
            stands = tuple(one.stand for one in questions)
            some = [default, *(evasions(stands, going) for going in (stands, (), *((one,) for one in stands)))]
            return list(dict.fromkeys(some))
        case _:
            return list(single_answers(ask))


def _listed(ways: tuple[tuple[Hex, ...], ...]) -> list[tuple[Hex, ...]]:
    """All ways, or of very many the first to each hex; the others can be written hex by hex."""
    if len(ways) <= MOST_LISTED:
        return list(ways)
    best: dict[Hex | None, tuple[Hex, ...]] = {}
    for way in ways:
        best.setdefault(way[-1] if way else None, way)
    return list(best.values())


def _answer(view: Battle, ask: Ask[Any], answer: Answer) -> Offer:
    line = answer_text(view, answer)
    text = line.capitalize() if isinstance(answer, YesNo) else line
    if isinstance(answer, StandChoice) and answer.stand is not None:
        text = named(view, answer.stand)
    if isinstance(answer, GroupChoice):
        text = group_word(view, answer.group)
    note = plural(len(answer.path), "hex", "hexes") if isinstance(answer, Way) and answer.path else ""
    return Offer(line, text, note, same=answer == ask.default, at=_pointed_at(view, ask, answer))


def _pointed_at(view: Battle, ask: Ask[Any], answer: Answer) -> str:
    """Where an answer is tapped: where a way ends, the stand chosen, the enemy of a melee or of one response."""
    match answer:
        case Way(path=path) if isinstance(ask, AskWay):
            return place(view, path[-1] if path else view.stands[ask.stand].hex)
        case StandChoice(stand=stand) if stand is not None:
            return stand
        case MeleeChoice(melee=melee):
            mine = side_of_seat(view, ask.seat)
            return next((one for side, one in view.melees[melee].stands.items() if side != mine), "")
        case Reaction(responses=(one,)):
            return one.at
        case _:
            return ""
