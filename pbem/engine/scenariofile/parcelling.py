"""The section ``commanders`` of a scenario file, and the option of that name: a side's units parcelled out.

The option is ``''`` for one commander a side, ``scenario`` for the file's own section, or a parcelling in one line:
``Coligny: Coligny, Artillery; Condé (chief): Condé``.
"""

import re
import unicodedata
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from pbem.engine.commanders import OneOfArmy, Parcel, spokesman
from pbem.engine.ids import UMPIRE, Seat, Side, StandId
from pbem.engine.scenariofile.gathered import ArmyRead, Gathered
from pbem.engine.spec import inside

BY_SCENARIO = "scenario"
"""The word of the option for the file's own section."""
MOST = 4
"""Commanders of a side."""


class ParcelSpec(msgspec.Struct, frozen=True, kw_only=True):
    """A commander.  holds: groups or units, as players write them.  side: needed where both sides have such names."""

    name: str
    holds: tuple[str, ...]
    side: str = ""
    chief: bool = False


class Holdings(msgspec.Struct, frozen=True):
    """What can be parcelled out."""

    word: str
    """What one is called: ``group``, ``unit``."""
    by_side: Mapping[Side, Mapping[str, str]]
    """Of each side: what players write to the id.  ``royal.Van`` stands for a name that both sides have."""

    def found(self, thing: str, side: str) -> list[tuple[Side, str]]:
        """The side and id of everything that a name may mean.  side: the only one it can be of; '' for any."""
        named, _, rest = thing.rpartition(".")
        return [
            (one, things[rest]) for one, things in self.by_side.items()
            if rest in things and (named or one) == one == (side or one)
        ]  # fmt: skip


def parcelled(
    got: Gathered, section: Sequence[object], armies: Sequence[ArmyRead], there: Holdings
) -> Mapping[Side, tuple[Parcel, ...]]:
    """The commanders of each side that has several, in the order in which they are written."""
    chosen = got.options.get("commanders", "")
    listed = list(got.items(ParcelSpec, section, "commanders"))
    found = _by_side(got, listed, armies, there)
    if not chosen or chosen == BY_SCENARIO:
        if chosen and not listed:
            got.fault("options.commanders", "this battle's file parcels no units out; write who commands what")
        return found if chosen else {}
    said = [(one, "options.commanders") for one in _line(got, chosen)]
    return _by_side(got, said, armies, there)


_WRITTEN = re.compile(r"\s*(?P<name>[^:;()]+?)\s*(?P<chief>\(chief\))?\s*:\s*(?P<holds>[^:;]+?)\s*")


def _line(got: Gathered, text: str) -> list[ParcelSpec]:
    """A parcelling in one line."""
    found: list[ParcelSpec] = []
    for part in filter(None, (one.strip() for one in re.split(r"[;\n]", text))):
        read = _WRITTEN.fullmatch(part)
        if read is None:
            got.fault("options.commanders", f"{part!r} cannot be read; write Coligny: Coligny, Artillery; Condé: Condé")
            continue
        things = tuple(filter(None, (one.strip() for one in read["holds"].split(","))))
        found.append(ParcelSpec(name=read["name"], holds=things, chief=bool(read["chief"])))
    return found


def _by_side(
    got: Gathered, listed: Sequence[tuple[ParcelSpec, str]], armies: Sequence[ArmyRead], there: Holdings
) -> dict[Side, tuple[Parcel, ...]]:
    """Each commander checked; then each side: all of it parcelled out, one chief at most."""
    found: dict[Side, tuple[Parcel, ...]] = {}
    taken: dict[str, str] = {}
    seats: set[str] = {UMPIRE, *(army.id for army in armies)}
    for spec, where in listed:
        held = _held(got, spec, where, there, taken)
        sides = list(dict.fromkeys(side for side, _ in held))
        seat = slug(spec.name)
        if not seat or seat in seats:
            got.fault(where, f"{spec.name!r} is no name for a commander here: another has it, or it has no letters")
        if len(sides) > 1:
            got.fault(where, f"{spec.name} cannot command for both sides")
        if len(sides) != 1 or not seat or seat in seats:
            continue
        seats.add(seat)
        side = sides[0]
        ids = tuple(thing for _, thing in held)
        found[side] = (*found.get(side, ()), Parcel(seat=Seat(seat), name=spec.name, holds=ids, chief=spec.chief))
    for side, some in found.items():
        _check_side(got, side, some, there)
    return {side: some for side, some in found.items() if len(some) > 1}


def _held(
    got: Gathered, spec: ParcelSpec, where: str, there: Holdings, taken: dict[str, str]
) -> list[tuple[Side, str]]:
    """What a commander is given, each thing once: its side and its id."""
    held: list[tuple[Side, str]] = []
    if not spec.holds:
        got.fault(where, f"{spec.name} commands nothing: name a {there.word} at least")
    for thing in spec.holds:
        having = there.found(thing, spec.side)
        if len(having) > 1:
            got.fault(where, f"both sides have {thing}; write {having[0][0]}.{thing} or {having[1][0]}.{thing}")
        elif not having:
            every = [one for things in there.by_side.values() for one in things]
            got.one_of(thing, every, inside(where, "holds"), there.word)
        elif having[0][1] in taken:
            got.fault(where, f"{thing} is given to {taken[having[0][1]]} already")
        else:
            taken[having[0][1]] = spec.name
            held += having
    return held


def _check_side(got: Gathered, side: Side, some: tuple[Parcel, ...], there: Holdings) -> None:
    given = {thing for one in some for thing in one.holds}
    left = [written for written, thing in there.by_side[side].items() if thing not in given]
    if left:
        got.fault("commanders", f"of {side} no commander has {', '.join(left)}")
    if len(some) > MOST:
        got.fault("commanders", f"{side} has {len(some)} commanders; at most {MOST} can be seated")
    if sum(one.chief for one in some) > 1:
        got.fault("commanders", f"{side} has more than one chief")


def slug(name: str) -> str:
    """A name as a seat's id: ``Condé`` -> ``conde``."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode()
    return re.sub(r"[^a-z]+", "-", plain.lower()).strip("-")


def seated(army: Any, parcels: Mapping[Side, tuple[Parcel, ...]]) -> Any:  # noqa: ANN401  # an army of any rule set
    """An army with its commanders; as it was where it has but one."""
    some = parcels.get(army.id, ())
    if not some:
        return army
    speaks = {"seat": spokesman(some)} if "seat" in army.__struct_fields__ else {}
    return msgspec.structs.replace(army, parcels=some, **speaks)


def share_out(
    got: Any,  # noqa: ANN401  # what a rule set has gathered, with its armies
    section: Sequence[object],
    units: Mapping[StandId, OneOfArmy],
    generals: Mapping[StandId, OneOfArmy],
) -> None:
    """The units and generals of each side parcelled out, where the game wants that."""
    every = {**units, **generals}
    codes = {army.id: {str(code): str(code) for code in every if every[code].side == army.id} for army in got.armies}
    parcels = parcelled(got, section, got.armies, Holdings("unit or general", codes))
    got.armies = [seated(army, parcels) for army in got.armies]
