"""The decisions of the catalogue's section 5, in one place: who takes each, and every way of settling it.

Each can be settled by an order, by a standing order, by its default, or by an answer when it is asked.  From here come
the words of standing orders, their help, and the chapter of the order help that names all of them.
"""

from collections.abc import Mapping
from typing import Any, Literal

import msgspec

from pbem.engine.asks import Ask
from pbem.engine.standing_orders import DecisionRow
from pbem.rulesets.snaphance.state.commands import Decision

Opens = Literal["", "targets", "stands", "hexes", "shots", "charges"]
"""What a standing order may say beside its fixed words: enemies in turn, own stands, hexes, a shot's reach, a charge's
targets and limits."""

OPEN_WORDS: Mapping[Opens, tuple[str, str]] = {
    "targets": (
        "<targets>",
        (
            "enemies in order of preference, by code or by kind: `nearest`, `weakest`, `strongest`, `horse`, "
            "`foot`, `guns`, `pikes`, `shot`, `skirmishers`"
        ),
    ),
    "stands": ("<units>", "your own stands by code: the first that is there"),
    "hexes": ("<hexes>", "through these hexes, else by any way to the last of them"),
    "shots": (
        "at <targets> within <hexes> from <hexes>",
        "as soon as it may, at these enemies only, within so many hexes, no nearer than so many; any of the parts",
    ),
    "charges": (
        "at <targets> not pikes not cover if <n> more dice",
        "these enemies only, none of the kinds named, if it has so many dice more; any of the parts",
    ),
}


class Standing(DecisionRow, frozen=True):
    """A row of Snaphance's table, its name and moment left out."""

    opens: Opens = ""
    """What may be said beside the values."""


_YES_NO = {"yes": "yes", "no": "no"}
_ALWAYS = {"always": "yes", "never": "no"}
_SIDES = {"straight": "auto", "to the left": "left", "to the right": "right"}
_DISTANCES = {"full": "max", "far": "max", "short": "min", **{f"{n} hexes": str(n) for n in (1, 2, 3, 4)}, "1 hex": "1"}
_DICE_WORDS = (("", " dice"), ("if", " dice"), ("if", " dice or more"), ("if dice", ""), ("if dice", " or more"),
               ("if dice >=", ""))  # fmt: skip

STANDING: Mapping[Decision, Standing] = {
    "idle": Standing(
        "D2", "what a stand without orders does",
        {
            "act": "rallies if it is disordered, fires at the nearest enemy if it may, else holds",
            "fire": "fires at the nearest enemy if it may, else holds",
            "rally": "rallies if it is disordered, else holds",
            "hold": "holds",
        },
        "act",
    ),
    "rally": Standing(
        "D3", "whether a disordered stand tries to rally before its other orders",
        {
            "yes": "it does", "no": "it does not", "not before a charge": "only if it has no order to charge",
            "if no charge is possible": "only if it could charge no enemy",
        },
        "yes", {"always": "yes", "never": "no"},
    ),
    "opportunity": Standing(
        "D4", "whether a stand without orders tests to wait on opportunity",
        {"no": "it does not", "yes": "it does, before anything else it would do"},
        "no",
    ),
    "extra_moves": Standing(
        "D5", "how many further moves of its orders it tries",
        {"as ordered": "all that are ordered", "0": "none", "1": "one", "2": "two", "3": "three"},
        "as ordered", {"no": "0", "none": "0", "stop": "0", "all": "as ordered"},
    ),
    "attach": Standing(
        "D6", "which stand the general of a group rides to and stays with, at the start of the group's turn",
        {"nobody": "the general stays put"},
        "nobody", {"none": "nobody"}, opens="stands",
    ),
    "help": Standing(
        "D6", "whose order test the general of a group helps",
        {"first": "the first test taken by a stand the general is with"},
        "first", opens="stands",
    ),
    "target": Standing(
        "D7", "which enemy it fires at when no target is named",
        {"nearest": "the nearest; of equally near ones, the weakest"},
        "nearest", {"auto": "nearest"}, opens="targets",
    ),
    "attack": Standing(
        "D8", "whether its moves end with an attack",
        {
            "as ordered": "only where ordered", "no": "no: where it would attack, it stops",
            "yes": "also a march that brings it face to face with an enemy it may attack",
        },
        "as ordered",
    ),
    "evade": Standing(
        "D12", "whether it evades a charge",
        {
            "auto": "skirmishers from all who would ride them down, dragoons and light cavalry from horse",
            "always": "whenever it may", "never": "never", "if horse": "from mounted stands only",
            "if combat stand": "from combat stands only",
        },
        "auto", {"yes": "always", "no": "never", "if mounted": "if horse", "if cs": "if combat stand"},
    ),
    "evade_fire": Standing(
        "D13", "whether it evades when fired on",
        {
            "never": "never", "always": "whenever it may", "2": "from 2 dice or more", "3": "from 3 dice or more",
            "4": "from 4 dice or more", "5": "from 5 dice or more",
        },
        "never",
        {
            "no": "never", "yes": "always",
            **{f"{before} {n}{after}".strip(): str(n) for n in range(2, 6) for before, after in _DICE_WORDS},
        },
    ),
    "evade_again": Standing("D15", "whether it evades a second time and after", _YES_NO, "yes", _ALWAYS),
    "evade_distance": Standing(
        "D14", "how far it evades",
        {"max": "as far as it may", "1": "1 hex", "2": "2 hexes", "3": "3 hexes", "4": "4 hexes"},
        "max", _DISTANCES,
    ),
    "evade_side": Standing(
        "D14", "to which side it evades",
        {"auto": "to the right rear, clear of enemies and bad ground", "left": "to its left", "right": "to its right"},
        "auto", _SIDES,
    ),
    "evade_to": Standing(
        "D14", "where it evades to",
        {"auto": "as its distance and side say"},
        "auto", opens="hexes",
    ),
    "battle_stand": Standing(
        "D9", "which of several enemies it fights",
        {"auto": "combat stands first, then the one in front, then the weakest", "weakest": "the one with fewest SP",
         "strongest": "the one with most SP"},
        "auto", opens="targets",
    ),
    "support": Standing(
        "D10", "against which enemy it supports, where it could against several",
        {"auto": "the one with most dice; a defender the one that attacked it first"},
        "auto", opens="targets",
    ),
    "defensive_fire": Standing("D21", "whether it fires when charged", _YES_NO, "yes", _ALWAYS),
    "sk_support": Standing(
        "D22", "what skirmishers do when they support a charged stand and would be destroyed after firing",
        {
            "auto": "they evade where they would be ridden down, and stay where they can fight", "evade": "they evade",
            "fire": "they fire and are destroyed",
        },
        "auto", {"yes": "fire", "no": "evade"},
    ),
    "follow": Standing(
        "D23", "how far it follows an enemy that evades",
        {
            "move": "with the rest of its move", "stop": "not at all", "1": "with one further move, by its order test",
            "2": "with two further moves, by their order tests",
        },
        "move", {"no": "stop", "yes": "move", "remaining move": "move", "0": "stop"},
    ),
    "retreat_distance": Standing(
        "D24", "how far it retreats",
        {"max": "as far as it may", "min": "as little as it must", "1": "1 hex", "2": "2 hexes", "3": "3 hexes",
         "4": "4 hexes"},
        "max", _DISTANCES,
    ),
    "retreat_side": Standing(
        "D25", "to which side it retreats or bounces",
        {"auto": "away from the enemy", "left": "to its left", "right": "to its right"},
        "auto", _SIDES,
    ),
    "retreat_to": Standing(
        "D25", "where it retreats or bounces to, if that is open to it",
        {"auto": "as its distance and side say"},
        "auto", opens="hexes",
    ),
    "bounce_distance": Standing(
        "D27", "how far it bounces",
        {"max": "as far as it may", "min": "as little as it must", "1": "1 hex", "2": "2 hexes", "3": "3 hexes",
         "4": "4 hexes"},
        "max", _DISTANCES,
    ),
    "town_hold": Standing(
        "D26", "whether a stand beaten in a town holds it",
        {"auto": "if more than 2 SP would be left", **_YES_NO},
        "auto", _ALWAYS,
    ),
    "fight_on": Standing(
        "D28", "whether victorious horse fights on", {"auto": "if it has more dice", **_YES_NO}, "auto"
    ),
    "pursue": Standing(
        "D29", "whether it pursues when it need not",
        {"auto": "horse, with no fresh enemy within 3 hexes", **_YES_NO, "if horse": "mounted enemies only"},
        "auto", {**_ALWAYS, "if mounted": "if horse", "if enemy mounted": "if horse"},
    ),
    "pursuit_leader": Standing(
        "D30", "the general's change to its pursuit die", {"0": "none", "+1": "one more", "-1": "one less"}, "0",
        {"1": "+1"},
    ),
    "pursue_side": Standing(
        "D31", "to which side it pursues when its enemy has been destroyed",
        {"auto": "straight on, by turns to either side of its facing", "left": "to its left", "right": "to its right"},
        "auto", _SIDES,
    ),
    "join_melee": Standing(
        "D32", "which melee it joins after a victory, where it could join several",
        {"auto": "the oldest"},
        "auto", {"oldest": "auto"}, opens="targets",
    ),
    "commander_with": Standing(
        "D33", "with which stand of its group an officer takes over from a fallen general",
        {"nearest": "with the nearest"},
        "nearest", {"auto": "nearest"}, opens="stands",
    ),
    "opportunity_fire": Standing(
        "D16", "when it fires on opportunity at an enemy that comes on",
        {
            "auto": "when the enemy can come no closer in its move, but at 2 hexes at a charge", "never": "never",
            "always": "as soon as it may", "1": "within 1 hex", "2": "within 2 hexes", "3": "within 3 hexes",
            "4": "within 4 hexes", "if horse": "as soon as it may, at mounted stands only",
            "if foot": "as soon as it may, at foot and guns only",
        },
        "auto", {"yes": "always", "no": "never", "hold": "never"}, opens="shots",
    ),
    "opportunity_charge": Standing(
        "D17", "whether it charges on opportunity",
        {
            "never": "never", "always": "whenever it may", "if horse": "mounted enemies only",
            "if foot": "foot and guns only", "not pikes": "any enemy but pikes, and pike and shot",
            "not cover": "any enemy that is not in cover", "if more dice": "if it has more dice",
            "if 3 more dice": "if it has at least 3 more dice",
        },
        "never", {"yes": "always", "no": "never"}, opens="charges",
    ),
    "if_fired_on": Standing(
        "D18", "what it does on opportunity when fired on",
        {"fire": "it fires back", "charge": "it charges if it may, else it fires back", "hold": "nothing"},
        "fire", {"nothing": "hold", "fire back": "fire"},
    ),
    "if_opp_charged": Standing(
        "D19", "whether it fires before it is charged on opportunity by a stand it came up to fire on",
        {"auto": "shot, dragoons and skirmishers do", "fire": "it does, without its charge bonus",
         "keep cb": "it does not, and keeps its charge bonus"},
        "auto", {"yes": "fire", "no": "keep cb", "keep charge bonus": "keep cb"},
    ),
    "abort_if_hit": Standing(
        "D20", "whether charging horse gives up when pistols hit it at 2 hexes",
        {"never": "never", "always": "always", "if sp lost": "if that cost SP"},
        "never", {"yes": "always", "no": "never"},
    ),
    "face_attacker": Standing(
        "D34", "whether it turns to an enemy attacking its flank or rear",
        {"yes": "it turns to the strongest, unless its orders have it march or charge", "no": "it does not"},
        "yes", _ALWAYS, opens="targets",
    ),
    "break_off_to": Standing(
        "D36", "where skirmishers go when they must break off",
        {"auto": "a full move, straight away from the enemy"},
        "auto", opens="hexes",
    ),
}  # fmt: skip
"""What a standing order may settle."""

ALSO_CALLED: Mapping[str, Decision] = {
    "skirmish support": "sk_support", "opp fire": "opportunity_fire", "opp charge": "opportunity_charge",
    "targets": "target", "target priority": "target", "shoot at": "target", "bs choice": "battle_stand",
    "stop at": "extra_moves", "further moves": "extra_moves", "general with": "commander_with",
    "commander attach": "attach", "break off": "break_off_to", "evade path": "evade_to", "retreat path": "retreat_to",
    "bounce to": "retreat_to", "bounce side": "retreat_side", "charge": "attack", "join": "join_melee",
    "supports": "support", "pursuit side": "pursue_side", "if opportunity charged": "if_opp_charged",
}  # fmt: skip
"""Other names of decisions, as people say them."""

GENERALS = frozenset({"attach", "help", "commander_with"})
"""Decisions of a group's general: they are said of a group or of all, of no single stand."""


# --- all of them ----------------------------------------------------------------------------------------------------


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """A decision of the catalogue."""

    title: str
    by: str
    """Who makes it."""
    order: str = ""
    """An order line that settles it, '' where none can."""
    standing: tuple[Decision, ...] = ()
    """The standing orders that do."""
    default: str
    """What happens without either."""
    asked: tuple[str, ...]
    """The kinds of ask that put it to a player."""


_SHEET = ("orders",)

CATALOGUE: Mapping[str, Row] = {
    "D1": Row(
        title="which group to declare for the dice-off",
        by="both sides",
        order="bid Horse if group Foot moved, Foot",
        default="the first group by name",
        asked=("declare",),
    ),
    "D2": Row(
        title="all orders of a group, and their turn",
        by="active side",
        order="S01 if enemy horse within 3 then hold else forward 0507",
        standing=("idle",),
        default="stands in turn, each rallies and fires if it may, else holds",
        asked=_SHEET,
    ),
    "D3": Row(
        title="rally first",
        by="active side",
        order="S05 rally, hold",
        standing=("rally",),
        default="a disordered stand does",
        asked=_SHEET,
    ),
    "D4": Row(
        title="try for opportunity",
        by="active side",
        order="S03 opportunity",
        standing=("opportunity",),
        default="no",
        asked=_SHEET,
    ),
    "D5": Row(
        title="further moves",
        by="active side",
        order="S04 forward 0905, again forward 0904",
        standing=("extra_moves",),
        default="as ordered, else none",
        asked=_SHEET,
    ),
    "D6": Row(
        title="the general: ride, join a stand, help a test",
        by="active side",
        order="Colonel join S01",
        standing=("attach", "help"),
        default="the general stays, and helps the first test of the stand there",
        asked=_SHEET,
    ),
    "D7": Row(
        title="the target of a shot; both ranks; a move after it",
        by="active side",
        order="S01 fire N02 both ranks then move",
        standing=("target",),
        default="the nearest; no move",
        asked=(*_SHEET, "target"),
    ),
    "D8": Row(
        title="end a move with an attack",
        by="active side",
        order="S04 charge N01",
        standing=("attack",),
        default="as ordered",
        asked=_SHEET,
    ),
    "D9": Row(
        title="which of several enemies is fought",
        by="active side",
        order="S04 charge N01",
        standing=("battle_stand",),
        default="combat stands, then frontal, then the weakest",
        asked=("battle_stand",),
    ),
    "D10": Row(
        title="which enemy a spare attacker supports against",
        by="active side",
        standing=("support",),
        default="the one with most dice",
        asked=("support",),
    ),
    "D11": Row(
        title="which of two melees a support helps in",
        by="its owner",
        standing=("support",),
        default="the one it is in, else the first",
        asked=("support",),
    ),
    "D12": Row(
        title="evade a charge",
        by="other side",
        standing=("evade",),
        default="skirmishers from those who would ride them down; dragoons, light cavalry from heavy horse",
        asked=("evade", "evasions"),
    ),
    "D13": Row(
        title="evade a shot",
        by="other side",
        standing=("evade_fire",),
        default="stand",
        asked=("evade_fire",),
    ),
    "D14": Row(
        title="how far and which way to evade",
        by="other side",
        standing=("evade_distance", "evade_side", "evade_to"),
        default="full, by the right rear, out of harm",
        asked=("way: evade",),
    ),
    "D15": Row(
        title="evade a second time",
        by="other side",
        standing=("evade_again",),
        default="yes",
        asked=("evade_again", "evasions"),
    ),
    "D16": Row(
        title="fire on opportunity: when, at whom",
        by="other side",
        standing=("opportunity_fire",),
        default="when the enemy can come no closer, but at 2 hexes at a charge",
        asked=("reaction",),
    ),
    "D17": Row(
        title="charge on opportunity",
        by="other side",
        standing=("opportunity_charge",),
        default="no one",
        asked=("reaction",),
    ),
    "D18": Row(
        title="on opportunity, when shot at",
        by="other side",
        standing=("if_fired_on",),
        default="fire back",
        asked=("reaction",),
    ),
    "D19": Row(
        title="fire before being charged on opportunity",
        by="active side",
        standing=("if_opp_charged",),
        default="shot, dragoons and skirmishers do",
        asked=("if_opp_charged",),
    ),
    "D20": Row(
        title="give up a charge that pistols have hit",
        by="active side",
        standing=("abort_if_hit",),
        default="go on",
        asked=("abort_if_hit",),
    ),
    "D21": Row(
        title="fire when charged",
        by="other side",
        standing=("defensive_fire",),
        default="fire",
        asked=("defensive_fire",),
    ),
    "D22": Row(
        title="supporting skirmishers: evade, or fire and be destroyed",
        by="other side",
        standing=("sk_support",),
        default="evade where they would be ridden down",
        asked=("sk_support", "evasions"),
    ),
    "D23": Row(
        title="go on after an enemy that has evaded",
        by="active side",
        order="S04 charge N01 stop",
        standing=("follow",),
        default="to contact, if that can be reached",
        asked=("follow", "extra_follow"),
    ),
    "D24": Row(
        title="how far to retreat",
        by="loser",
        standing=("retreat_distance",),
        default="full",
        asked=("way: retreat",),
    ),
    "D25": Row(
        title="which way to retreat",
        by="loser",
        standing=("retreat_side", "retreat_to"),
        default="farthest from the victor, then from all enemies, then right",
        asked=("way: retreat",),
    ),
    "D26": Row(
        title="hold a town",
        by="loser",
        standing=("town_hold",),
        default="if more than 2 SP would be left",
        asked=("town_hold",),
    ),
    "D27": Row(
        title="how far and where to bounce",
        by="owner",
        standing=("bounce_distance", "retreat_side", "retreat_to"),
        default="full",
        asked=("way: bounce",),
    ),
    "D28": Row(
        title="victorious horse: fight on or bounce",
        by="winner",
        standing=("fight_on",),
        default="fight if it has more dice",
        asked=("fight_on",),
    ),
    "D29": Row(
        title="pursue",
        by="winner",
        standing=("pursue",),
        default="horse if no fresh enemy is within 3 hexes; foot never",
        asked=("pursue",),
    ),
    "D30": Row(
        title="the general's change to a pursuit die",
        by="winner",
        standing=("pursuit_leader",),
        default="none",
        asked=("change",),
    ),
    "D31": Row(
        title="which way to pursue a destroyed enemy",
        by="winner",
        standing=("pursue_side",),
        default="nearest the line of its facing",
        asked=("way: pursue",),
    ),
    "D32": Row(
        title="which melee to join",
        by="winner",
        standing=("join_melee",),
        default="the oldest",
        asked=("melee",),
    ),
    "D33": Row(
        title="with which stand an officer takes over",
        by="owner",
        standing=("commander_with",),
        default="the nearest",
        asked=("commander_with",),
    ),
    "D34": Row(
        title="turn to face an enemy on flank or rear",
        by="owner",
        order="S04 turn 10",
        standing=("face_attacker",),
        default="to the strongest",
        asked=("face_attacker",),
    ),
    "D35": Row(
        title="when an ongoing melee is fought",
        by="active side",
        order="S04 fight",
        default="last",
        asked=_SHEET,
    ),
    "D36": Row(
        title="where skirmishers break off to",
        by="active side",
        order="S06 move 0408",
        standing=("break_off_to",),
        default="a full move straight away",
        asked=("way: break_off",),
    ),
}
"""Every decision by its number."""


def spoken(name: str) -> str:
    """A decision as it is said: ``evade_fire`` -> ``evade fire``."""
    return name.replace("_", " ")


def ask_kind(ask: Ask[Any]) -> str:
    """The kind of an ask, as the catalogue's rows have it: ``orders``, ``evade``, ``way: retreat``."""
    tag = str(ask.__struct_config__.tag)
    matter = getattr(ask, "matter", "")
    return f"way: {matter}" if tag == "way" else matter or tag
