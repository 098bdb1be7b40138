"""Standing orders: as said -> as kept."""

from collections.abc import Callable, Mapping, Sequence
from typing import cast

from msgspec.structs import replace

from pbem.engine.language.linefaults import Fault
from pbem.engine.table.places import Spot, spot
from pbem.engine.table.rects import Face
from pbem.engine.table.words.places import AnyPlace, CodedPlace
from pbem.rulesets.onehour.commands import (
    OrderOfMoving,
    Standing,
    StandingBars,
    StandingCharge,
    StandingEntry,
    StandingFaces,
    StandingFire,
    StandingMove,
    StandingPass,
    StandingTarget,
    StandingTurn,
    StandingWait,
    TakenBack,
    Whom,
)
from pbem.rulesets.onehour.deciding.passing import NEAR
from pbem.rulesets.onehour.language import parsed
from pbem.rulesets.onehour.language.resolving import Resolver
from pbem.rulesets.onehour.standing.standing import ALL, SORTS
from pbem.rulesets.onehour.writing.writing import DEFAULT, NEVER, SPOKEN

STRUCT_OF: Mapping[str, str] = {words: name for name, words in SPOKEN.items()}


def standing(desk: Resolver, line: parsed.Standing) -> list[Standing]:
    """The standing orders a line says: one for each unit it names, or one for a sort, or for all.  Raises Fault."""
    codes = tuple(dict.fromkeys(desk.mine(code) for code in line.who.codes))
    whom: Sequence[Whom] = codes or (SORTS[line.who.sort] if line.who.sort else ALL,)
    if line.value == parsed.Words((DEFAULT,)):
        return [TakenBack(whom=one, decision=STRUCT_OF[line.decision]) for one in whom]
    one = _MAKE[line.decision](desk, line.value)
    return [one] if isinstance(one, OrderOfMoving | StandingPass) else [replace(one, whom=each) for each in whom]


# --- what each says -----------------------------------------------------------------------------------------------


def _order(desk: Resolver, value: parsed.Wish) -> Standing:
    return OrderOfMoving(units=tuple(desk.mine(code) for code in cast("parsed.Codes", value).codes))


def _move(desk: Resolver, value: parsed.Wish) -> Standing:
    match value:
        case parsed.GoTo(place=place, road=road):
            return StandingMove(whom=ALL, how="by road" if road else "go to", to=_spot(desk, place))
        case parsed.Keep(off=off):
            return StandingMove(whom=ALL, how="keep", distance=off)
        case parsed.Words():
            return StandingMove(whom=ALL, how="face")
        case _:
            return StandingMove(whom=ALL, how="hold")


def _spot(desk: Resolver, place: AnyPlace) -> Spot:
    """A place that stays where it is: a spot, the middle of a square or of a piece of ground."""
    some = next(iter(desk.view.units.values()), None)
    if isinstance(place, CodedPlace) and place.which == "" and place.code in desk.codes:
        place = CodedPlace(place.code, "unit")
    if isinstance(place, CodedPlace) and place.which == "unit":
        raise Fault("not readable", "a standing order leads to a place: units move about")
    if some is None:
        raise Fault("not allowed", "none of your units is on the table")
    target = desk.place(place, some)
    return spot(target.at) if target.ground is None else spot(target.ground.middle)


def _charge(desk: Resolver, value: parsed.Wish) -> Standing:
    match value:
        case parsed.AnyWithin(reach=reach):
            return StandingCharge(whom=ALL, within=reach)
        case parsed.Codes(codes=codes):
            return StandingCharge(whom=ALL, targets=tuple(desk.foe(code) for code in codes))
        case _:
            return StandingCharge(whom=ALL, never=True)


def _faces(desk: Resolver, value: parsed.Wish) -> Standing:
    return StandingFaces(whom=ALL, flank_or_rear=value == parsed.Words(("flank or rear",)))


def _bars(desk: Resolver, value: parsed.Wish) -> Standing:
    words = cast("parsed.Words", value).words
    return StandingBars(whom=ALL, infantry_front="infantry front" in words, uphill="up a hill" in words)


def _target(desk: Resolver, value: parsed.Wish) -> Standing:
    if isinstance(value, parsed.Codes):
        return StandingTarget(whom=ALL, targets=tuple(desk.foe(code) for code in value.codes))
    return StandingTarget(whom=ALL, prefer="nearest" if value == parsed.Words(("nearest",)) else "most hits")


def _fire(desk: Resolver, value: parsed.Wish) -> Standing:
    if isinstance(value, parsed.Limits):
        return StandingFire(whom=ALL, beyond=value.beyond, cover=value.cover)
    return StandingFire(whom=ALL, always=value == parsed.Words(("always",)))


def _turn(desk: Resolver, value: parsed.Wish) -> Standing:
    words = cast("parsed.Words", value).words
    return StandingTurn(whom=ALL, faces=() if words == (NEVER,) else tuple(Face(word) for word in words))


def _entry(desk: Resolver, value: parsed.Wish) -> Standing:
    return StandingEntry(whom=ALL, at=_spot(desk, value.place) if isinstance(value, parsed.At) else None)


def _wait(desk: Resolver, value: parsed.Wish) -> Standing:
    return StandingWait(whom=ALL, turn=value.turn if isinstance(value, parsed.Until) else 0)


def _pass(desk: Resolver, value: parsed.Wish) -> Standing:
    if not isinstance(value, parsed.Passing):
        return StandingPass()
    until = desk.view.turn + value.turns - 1 if value.turns else value.through
    return StandingPass(until=until, within=value.within or NEAR)


_MAKE: Mapping[str, Callable[[Resolver, parsed.Wish], Standing]] = {
    "order": _order, "without orders": _move, "charge": _charge, "only charge": _faces, "never charge": _bars,
    "shoot": _target, "hold fire": _fire, "turn": _turn, "enter": _entry, "wait": _wait, "pass": _pass,
}  # fmt: skip
