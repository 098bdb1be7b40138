"""A unit or general of an army list in words, and the words of one: ``regular foot B 8x3 musket`` (FS-4)."""

import re
from collections.abc import Iterator
from typing import Any, Literal

from msgspec.structs import replace

from pbem.engine.ids import Side, StandId
from pbem.engine.spec import Faults
from pbem.engine.table.measures import Tenths, read_degrees, read_inches, say_degrees
from pbem.engine.table.places import Pose, Spot
from pbem.engine.table.references import say_spot
from pbem.rulesets.fornovo import tables as t
from pbem.rulesets.fornovo.muster.pricing import price
from pbem.rulesets.fornovo.state.battle import General
from pbem.rulesets.fornovo.state.spec import BlockSpec, GunsSpec, UnitSpec, unit_of
from pbem.rulesets.fornovo.state.units import Block, Unit

CLASSES: dict[str, t.TroopClass] = {
    "foot": "foot", "horse": "cavalry", "dragoons": "mounted_foot", "artillery": "artillery", "sniper": "sniper",
    "wagons": "wagons",
}  # fmt: skip
ARMOURS: dict[str, t.Armour] = {"light": "L", "medium": "M", "heavy": "H", "armored": "A"}
UNIT_WORDS: dict[str, tuple[str, Any]] = {
    **{word: ("kind", kind) for word, kind in CLASSES.items()}, "cavalry": ("kind", "cavalry"),
    "regular": ("type", "R"), "irregular": ("type", "I"), **{grade.lower(): ("grade", grade) for grade in t.GRADES},
    "skirmishers": ("order", "skirmish"), "skirmishing": ("order", "skirmish"),
    "trot": ("charge", "trot"), "gallop": ("charge", "gallop"),
    **{word: (word, True) for word in ("nobles", "barded", "unpaid", "unsupplied", "limbered")},
}  # fmt: skip
TRAININGS = ("pike_and_shot", "bill_and_bow", "salvee", "false_rout")
MELEES: tuple[t.Melee, ...] = ("pike", "heavy_lance", "heavy_weapon", "sword_and_shield", "long_spear")
MISSILES: tuple[t.Missile, ...] = (
    "javelin", "sling", "self_bow", "composite_bow", "longbow", "crossbow", "pistol", "arquebus", "musket",
)  # fmt: skip
BLOCK_WORDS: dict[str, tuple[str, Any]] = {
    **{word: ("armour", armour) for word, armour in ARMOURS.items()}, "armoured": ("armour", "A"),
    **{one: ("melee", one) for one in MELEES}, **{one: ("missile", one) for one in MISSILES},
    "shield": ("shield", True), "stakes": ("stakes", True), "six_foot": ("six_foot", True),
    "plug_bayonet": ("bayonet", "plug"), "ring_bayonet": ("bayonet", "ring"),
}  # fmt: skip
_JOINED = tuple(
    (re.compile(rf"\b(?:{old})\b"), new)
    for old, new in (
        *((one.replace("_", "[ -]"), one) for one in (*TRAININGS, "sword_and_shield", "six_foot", "very_light")),
        (r"(?:war[ -])?wagons?", "wagons"),
        (r"(?:heavy[ -])?lances?", "heavy_lance"), (r"halberds?|bills?(?![ _-]and)|heavy[ -]weapons?", "heavy_weapon"),
        (r"(?:long[ -])?spears?|half[ -]pikes?", "long_spear"), (r"composite[ -]bows?", "composite_bow"),
        (r"self[ -]bows?|bows?(?<!_bow)(?<!_bows)", "self_bow"), (r"plug[ -]bayonets?", "plug_bayonet"),
        (r"ring[ -]bayonets?", "ring_bayonet"), (r"skirmish", "skirmishers"), (r"arquebuses", "arquebus"),
        (r"(pike|javelin|sling|longbow|crossbow|pistol|musket|shield)s", r"\1"),
    )
)  # fmt: skip
NO_ROWS = "say its figures as files x rows: 8x3, or row by row: 8/8/5"
_SMALL = ("and", "with", "of", "grade", "figures", "a", "an", "the")
_TIMES = re.compile(r"(?<=\d) ?[x\u00d7] ?(?=\d)")
_ARRAY, _ROWS = re.compile(r"(\d{1,2})x(\d{1,2})"), re.compile(r"\d{1,2}(?:/\d{1,2})+")
_GUNS = re.compile(r"(\d) (very_light|light|medium|heavy|organ) guns?")
_CREW = re.compile(r"(\d{1,2}) (gunner|limber)s?")
_PLACE = re.compile(r"\bat (\d{1,3}(?:\.\d+)?) ?, ?(\d{1,3}(?:\.\d+)?)")
_FACING = re.compile(r"\bfacing (\d{1,3})")
_ASIDE = re.compile(r"\([^)]*\)")
_LEADER = re.compile(r"(commander|general)(?: (?:for|of) ([a-z0-9 ,]+?))?")


def heard(code: str, text: str, side: Side, facing: Tenths) -> Unit | General:
    """What the words after ``raise`` name.  facing: of a unit that says its place alone.

    Raises ValueError, in words for the player.
    """
    text = _ASIDE.sub(" ", text).strip()
    leader = _LEADER.fullmatch(text)
    if leader is not None:
        mine = tuple(StandId(one.upper()) for one in re.findall(r"[a-z]+[0-9]+", leader[2] or ""))
        rank: Literal["cc", "sg"] = "cc" if leader[1] == "commander" else "sg"
        return General(id=StandId(code), side=side, kind=rank, assigned=mine, name=f"{leader[1].capitalize()} {code}")
    for old, new in _JOINED:
        text = old.sub(new, text)
    fields: dict[str, Any] = {"id": code, "side": str(side), "training": []}
    text, pose = _apart(text, fields, facing)
    blocks = [_part(one, fields) for one in _TIMES.sub("x", text).split("+")]
    crewed = fields.get("kind") in {"artillery", "sniper", "wagons"}
    fields["blocks"] = [one for one in blocks if one.rows or not crewed]
    faults = Faults()
    unit = unit_of(UnitSpec(**fields), code, faults)
    if faults.found:
        raise ValueError(faults.found[0].what)
    if unit.kind != "wagons" and any(not one.arrayed for one in unit.blocks):
        raise ValueError(NO_ROWS)
    unit = replace(unit, name=_name(unit), pose=pose)
    return replace(unit, points=price(unit).total)


def _apart(text: str, fields: dict[str, Any], facing: Tenths) -> tuple[str, Pose | None]:
    """Guns and their crew, and its place, taken out of the words."""
    for found in _GUNS.finditer(text):
        fields["guns"] = GunsSpec(kind=found[2], n=int(found[1]))  # type: ignore[arg-type]  # of the pattern
    text = _GUNS.sub(" ", text)
    for found in _CREW.finditer(text):
        fields[f"{found[2]}s"] = int(found[1])
    text = _CREW.sub(" ", text)
    place, turned = _PLACE.search(text), _FACING.search(text)
    facing = read_degrees(turned[1]) if turned is not None else facing
    pose = Pose(Spot(read_inches(place[1]), read_inches(place[2])), facing) if place is not None else None
    return _FACING.sub(" ", _PLACE.sub(" ", text)), pose


def _part(text: str, fields: dict[str, Any]) -> BlockSpec:
    """One block; words of the whole unit go to the fields."""
    block: dict[str, Any] = {}
    for word in text.replace(",", " ").split():
        if word in UNIT_WORDS and word != "a":
            fields[UNIT_WORDS[word][0]] = UNIT_WORDS[word][1]
        elif word == "a" and "grade" not in fields:
            fields["grade"] = "A"
        elif word in TRAININGS:
            fields["training"].append(word)
        elif word in BLOCK_WORDS:
            block[BLOCK_WORDS[word][0]] = BLOCK_WORDS[word][1]
        elif (array := _ARRAY.fullmatch(word)) is not None:
            block["rows"] = [int(array[1])] * int(array[2])
        elif _ROWS.fullmatch(word):
            block["rows"] = [int(one) for one in word.split("/")]
        elif word.isdecimal():
            raise ValueError(NO_ROWS)
        elif word not in _SMALL:
            raise ValueError(f"{word!r} is no word of an army list")
    return BlockSpec(**(block if "rows" in block else {**block, "figures": 0}))


def _name(unit: Unit) -> str:
    """For people: ``Musketeers``."""
    if unit.kind in {"artillery", "sniper", "wagons"}:
        return {"artillery": "Guns", "sniper": "Sniper", "wagons": "War wagon" if unit.figures else "Wagon"}[unit.kind]
    if len(unit.blocks) > 1:
        return "Pike and shot" if unit.foot else "Horse"
    arm = (unit.blocks[0].missile or unit.blocks[0].melee).replace("_", " ")
    return {"foot": "Foot", "cavalry": "Horse", "mounted_foot": "Dragoons"}.get(unit.kind, "Foot") + f", {arm}"


def said(one: Unit | General) -> str:
    """The words that name it, which read back to the same, with its price."""
    if isinstance(one, General):
        rank = "commander" if one.kind == "cc" else "general"
        return f"{rank}{' for ' if one.assigned else ''}{' '.join(one.assigned)} ({leader_points(one)} points)"
    words = " ".join(_words(one))
    where = f" at {say_spot(one.pose.at)} facing {say_degrees(one.pose.facing).removesuffix('°')}" if one.pose else ""
    return f"{words}{where} ({one.points} points)"


def leader_points(one: General) -> int:
    """FS-4c."""
    return t.COMMANDER if one.kind == "cc" else t.SUBORDINATE


def _words(unit: Unit) -> Iterator[str]:
    yield "regular" if unit.type == "R" else "irregular"
    yield next(word for word, kind in CLASSES.items() if kind == unit.kind)
    yield unit.grade
    if unit.order == "skirmish":
        yield "skirmishers"
    if unit.kind == "cavalry":
        yield unit.charge
    yield from (one for one in ("nobles", "barded", "unpaid", "unsupplied", "limbered") if getattr(unit, one))
    yield from (one.replace("_", " ") for one in unit.training)
    if unit.guns is not None:
        yield f"{unit.guns.n} {unit.guns.kind.replace('_', ' ')} guns, {unit.gunners} gunners"
        if unit.limbers:
            yield f"{unit.limbers} limbers"
    if unit.carried is not None:
        yield f"1 {unit.carried.kind.replace('_', ' ')} gun"
    if unit.blocks:
        yield " + ".join(" ".join(_of_block(one)) for one in unit.blocks)


def _of_block(block: Block) -> Iterator[str]:
    even = len({*block.rows}) == 1
    yield f"{block.rows[0]}x{len(block.rows)}" if even else "/".join(map(str, block.rows))
    if block.armour != "L":
        yield next(word for word, armour in ARMOURS.items() if armour == block.armour)
    if block.six_foot:
        yield "six foot"
    if block.melee != "handarm":
        yield block.melee.replace("_", " ")
    if block.missile is not None:
        yield block.missile.replace("_", " ")
    if block.bayonet != "none":
        yield f"{'ring' if block.bayonet == 'ring' else 'plug'} bayonet"
    yield from (word for word in ("shield", "stakes") if getattr(block, word))


def points_of(units: tuple[Unit, ...], leaders: tuple[General, ...]) -> int:
    """FS-4: of a list."""
    return sum(one.points for one in units) + sum(map(leader_points, leaders))
