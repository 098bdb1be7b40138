"""The verbs of Snaphance orders: one row and one function each.

The rows feed the grammar, the help page and the "did you mean"; the functions make of a parsed line what was said in
it.  Codes and names are still as written there: ``language`` looks them up in a seat's view.
"""

from collections.abc import Mapping
from typing import Literal

import msgspec
from lark import Token

from pbem.engine.hexes import Facing, Hex, from_hour, from_label, label
from pbem.engine.ids import GroupId, StandId
from pbem.engine.language.grammar import Unreadable
from pbem.engine.language.transformer import Maker, Parts, Transformer, Unfit, first, one
from pbem.engine.orders import CONTROL_KIND, CONTROL_VERBS, VerbTable, verb
from pbem.rulesets.snaphance.state.commands import (
    Act,
    CameTo,
    Charge,
    Condition,
    EnemyWithin,
    Enter,
    Fight,
    Fire,
    Go,
    GroupMoved,
    GroupPurpose,
    Hold,
    Is,
    LeaveTown,
    March,
    Needs,
    OfClass,
    Opportunity,
    Rally,
    StrengthLeft,
    TurnTo,
    When,
)

# --- what can be said ---------------------------------------------------------------------------------------------


class Who(msgspec.Struct, frozen=True):
    """Whom a line is for: stands by their codes, a group by its name; all, where neither is said."""

    codes: tuple[str, ...] = ()
    group: str = ""


class ForStands(msgspec.Struct, frozen=True):
    """Orders for stands, each by itself."""

    who: Who
    acts: tuple[Act | When, ...]


class Together(msgspec.Struct, frozen=True):
    """A group move.  directions: 0..5.  attack: the enemies it ends upon."""

    who: Who
    how: March
    directions: tuple[int, ...]
    attack: tuple[StandId, ...] = ()


class TogetherWait(msgspec.Struct, frozen=True):
    """A group goes on opportunity, or rallies."""

    who: Who
    purpose: GroupPurpose = "opportunity"


class SetAt(msgspec.Struct, frozen=True):
    """Where stands are set up.  facing: None where it is not said."""

    who: Who
    hex: Hex
    facing: Facing | None = None


class AsScenario(msgspec.Struct, frozen=True):
    """All stands that are not named are set up as the scenario has them."""


class ForLeader(msgspec.Struct, frozen=True):
    """A commander's order.  of: ``name`` is his group, not he.  Neither to nor join: he leaves his stand."""

    name: str
    of: bool
    to: Hex | None = None
    join: str = ""
    recall: str = ""


class Proviso(msgspec.Struct, frozen=True):
    """``if Foot moved``, said of a bid."""

    group: str
    moved: bool


class Bid(msgspec.Struct, frozen=True):
    """Groups, in the order they are to be declared.  provisos: for each the group that must have moved, or not."""

    names: tuple[str, ...]
    provisos: "tuple[Proviso | None, ...]"


class StandingSaid(msgspec.Struct, frozen=True):
    """A standing order.  words: the group's name where there is one, the decision and its value, as written."""

    who: Who
    words: tuple[str, ...]


class Deed(msgspec.Struct, frozen=True):
    """What a stand on opportunity does.  at: the enemy, '' where it is not named."""

    stand: StandId
    does: Literal["fire", "charge"]
    at: str = ""


class Deeds(msgspec.Struct, frozen=True):
    """What several stands on opportunity do."""

    deeds: tuple[Deed, ...]


Toward = Literal["left", "right", "straight"]


class Far(msgspec.Struct, frozen=True):
    """A way by its length in hexes and its side."""

    hexes: int
    side: Toward


class Away(msgspec.Struct, frozen=True):
    """Which of several stands evade: (code, whether it goes)."""

    each: tuple[tuple[StandId, bool], ...]


class Reply(msgspec.Struct, frozen=True):
    """An answer to a question.

    value: True, False, hexes, how far, a code, None for ``none``, a number, what several stands do.
    """

    value: "bool | tuple[Hex, ...] | str | int | Deeds | Far | Away | None"
    code: str = ""
    matter: str = ""


class GroupNamed(msgspec.Struct, frozen=True):
    """A group's name, said alone."""

    name: str


Said = (
    ForStands
    | SetAt
    | AsScenario
    | Together
    | TogetherWait
    | ForLeader
    | Bid
    | StandingSaid
    | Reply
    | GroupNamed
    | Condition
)


class FacingSaid(msgspec.Struct, frozen=True):
    """``face 10``, said after a free move; becomes part of that move."""

    to: Facing


class _Again(msgspec.Struct, frozen=True):
    of: TurnTo | Go | Charge


# --- the rows -----------------------------------------------------------------------------------------------------

FRAME = r"""
order: orders | setup | line | leaders
orders: who ":"? body | of_group ":"? "all"? body
who: codes | "all"
of_group: "group" name
leaders: general? name ":"? leader
general: "general" "of"?
codes: CODE (("," | "and")? CODE)*
name: NAME+ | QUOTED
body: acts | condition | acts _sep condition
acts: action | acts _sep action
_sep: "," "then"? | ";" | "then" | "and"
hexes: HEX+
hour: HOUR
target: ("at" | "on")? CODE | ("at" | "on")? "the"? nearest
nearest: "nearest"
test: within | is | needs | strength | classes | came | moved
within: "enemy"? (CODE | arm)? "within" COUNT ("hexes" | "hex")?
arm: "horse" -> horse | "foot" -> foot | "guns" -> guns | "pikes" -> pikes | "shot" -> shot
   | "skirmishers" -> skirmishers
needs: "needs" "a"? COUNT _or_more?
strength: "sp" "left"? ">="? COUNT _or_more? | COUNT "sp" "left"?
classes: "class" CLASS (("or" | "and") CLASS)*
came: "test" "failed" -> test_failed | "test" "passed" -> test_passed | "path" "blocked" -> path_blocked
moved: "group" name had
had: ("has" | "have")? "moved" -> has_moved | ("has" | "have")? "not" "yet"? "moved" -> has_not_moved
_or_more: "+" | "or" "more"
bidden: name proviso?
proviso: "if" "group"? name had
is: (CODE "is"?)? state
state: "disordered" -> disordered | "in" "order" -> in_order | "in" "melee" -> in_melee | "destroyed" -> destroyed
scope: scoped | "all" | "side"
scoped: CODE (("," | "and")? CODE)*
hours: EDGE+
answer: replies | name
replies: (CODE ":"?)? matter? reply
matter: "evade" -> evade | "evade" "fire" -> evade_fire | "evade" "again" -> evade_again
      | "defensive" "fire" -> defensive_fire | "fight" "on" -> fight_on | "pursue" -> pursue
      | "face" "attacker" -> face_attacker
      | "follow" -> follow | "extra" "follow" -> extra_follow | "town" "hold" -> town_hold | "retreat" -> retreat
      | "bounce" -> bounce | "battle" "stand" -> battle_stand | "support" -> support
      | "commander" "with" -> commander_with
      | "abort" "if" "hit" -> abort_if_hit | "if" "opp" "charged" -> if_opp_charged
      | "opportunity" "charge" -> opportunity_charge | "declare" -> declare | "change" -> change | "melee" -> melee
      | "target" -> target_ | "break" "off" -> break_off | "sk" "support" -> sk_support
toward: "left" -> left | "right" -> right | "straight" -> straight
HEX.3: /[0-9]{4}(?!\w)/
CODE.3: /(?:[a-z]{1,3}|\?)[0-9]{1,3}(?!\w)/
CLASS.3: /[abc](?!\w)/
COUNT.1: /[0-9]{1,2}(?!\w)/
EDGE.1: /[0-9]{1,2}(?: ?o'clock)?(?!\w)/
HOUR.1: /[0-9]{1,2}(?: ?o'clock)?(?!\w)/
THEN_MOVE.4: /then move(?!\w)(?! (?:to )?[0-9])/
CHANGE.4: /[+-]?[01](?!\w)/
NAME: /[^\W\d_]+(?:['-][^\W\d_]+)*(?!\w)/
QUOTED: /"[^"]+"/
WORD: /[^\s:,"]+/
%ignore " "
"""

HEX_DIGITS = 4
"""A hex is written so long."""

TERMS: Mapping[str, str] = {
    "HEX": "a hex by its four digits, such as 0705",
    "CODE": "a stand by its map code, such as S04",
    "HOUR": "a facing by clock hour: 12, 2, 4, 6, 8 or 10",
    "COUNT": "a number of hexes, such as 3",
    "CLASS": "an order class: A, B or C",
    "EDGE": "hex sides by clock hour: 1, 3, 5, 7, 9 or 11",
    "CHANGE": "-1, 0 or +1",
}

KINDS: Mapping[str, tuple[str, str]] = {
    "action": (
        "Orders to stands",
        (
            "`<unit>` is a map code (`S04`), several (`S01 S02`), `group Horse`, or `all`. A line for a stand beats "
            "one for its group, which beats one for all. Several orders on a line are carried out one after "
            "another; put commas between them. A hex is its four digits, column then row; a facing is a clock hour, "
            "12 being the top of the map."
        ),
    ),
    "condition": (
        "If",
        "Judged when the stand acts, on what you can see then. Nothing can follow it on its line.",
    ),
    "setup": (
        "Setting up",
        "Before round 1, at the pace `set-up`. A general is set up with the stand that he is with.",
    ),
    "line": ("Orders to a side or to several stands", ""),
    "leader": ("Generals", "`<general>` is a general's name, or `general Horse` for the general of that group."),
    "reply": (
        "Answers",
        "When the game asks you a question in the middle of a round. You can name the stand first: `S05 evade yes`.",
    ),
    "control": CONTROL_KIND,
}


VERBS = VerbTable(
    frame=FRAME,
    starts=("order", "answer", "test"),
    terms=TERMS,
    kinds=KINDS,
    verbs=(
        verb(
            "action", "hold", "<unit> hold",
            '"hold"',
            "Stand still.",
            "S01 hold",
        ),
        verb(
            "action", "rally", "<unit> rally",
            '"rally"',
            "Test to shake off disorder, before anything else.",
            "S05 rally, hold", "SN-9.0a",
        ),
        verb(
            "action", "turn", "<unit> turn <hour>",
            '"turn" "to"? hour',
            "Turn in place to face a hex point: 12, 2, 4, 6, 8 or 10 o'clock.",
            "S04 turn 10", "SN-4.2a",
        ),
        verb(
            "action", "forward", "<unit> forward <hexes>",
            '"forward" "to"? hexes',
            "March ahead through the hexes named; a hex farther off is reached by the shortest lawful way.",
            "S04 turn 10, forward 0807", "SN-4.0b",
        ),
        verb(
            "action", "back", "<unit> back <hexes>",
            '("back" | "backward" | "backwards") "to"? hexes',
            "Step backward, facing the same way.",
            "S01 back 0509", "SN-4.7a",
        ),
        verb(
            "action", "sideways", "<unit> sideways <hexes>",
            '"sideways" "to"? hexes',
            "Step sideways, facing the same way.",
            "S03 sideways 0808", "SN-4.8a",
        ),
        verb(
            "action", "slant", "<unit> slant <hexes>",
            '"slant" "to"? hexes',
            "Shot only: forward and sideways steps in one move.",
            "H17 slant 1010 1110", "SN-4.8b",
        ),
        verb(
            "action", "move", "<unit> move <hexes> face <hour>",
            '"move" "to"? hexes ("face" "to"? hour)?',
            (
                "Dragoons, skirmishers, light horse and guns move freely in any direction; say which way they face "
                "at the end if it matters."
            ),
            "S06 move 0207 0307 face 2", "SN-4.1a",
        ),
        verb(
            "action", "face", "<unit> move <hexes>, face <hour>",
            '"face" "to"? hour',
            "The facing at the end of a free move, written as an order of its own.",
            "S06 move 0207, face 2", "SN-4.1a",
        ),
        verb(
            "action", "again", "<unit> ..., again <march>",
            '"again" action',
            "Begin a further move: a turn, a march or a charge, each with its order test.",
            "S04 forward 0907 0906, again forward 0905", "SN-4.4a",
        ),
        verb(
            "action", "fire", "<unit> fire <target> both ranks then move",
            '"fire" target ranks? then_move?\nranks: "both" "ranks"\nthen_move: THEN_MOVE',
            (
                "Fire at a stand, or at the nearest (`fire nearest`; a standing order `target` can prefer another). "
                "Horse with pistols in two ranks can fire `both ranks`. `then move` marches after the shot, where the "
                "rules allow it."
            ),
            "S01 fire nearest", "SN-7.0a", "SN-7.2c",
        ),
        verb(
            "action", "charge", "<unit> charge <target>",
            '"charge" ("at" | "on")? CODE after?\nafter: "stop" -> stop | "follow" -> remaining_mp',
            (
                "Charge a stand, from where the march ended or by the shortest lawful way. If no enemy is left to "
                "fight, `stop` after it keeps the stand from riding on and `follow` has it ride on; without either the "
                "standing order `follow` decides."
            ),
            "S04 charge N01", "SN-10.0a",
        ),
        verb(
            "action", "fight", "<unit> fight",
            '"fight"',
            "Fight its melee now instead of at the end of the activation.",
            "S04 fight", "SN-Q20",
        ),
        verb(
            "action", "opportunity", "<unit> opportunity",
            '"opportunity"',
            "Wait on opportunity until an enemy comes within reach. First games often leave this out.",
            "S03 opportunity", "SN-6.1a",
        ),
        verb(
            "action", "leave town", "<unit> leave town <hexes> face <hour>",
            '"leave" "town" hexes ("face" "to"? hour)?',
            "A formed stand leaves a town through these hexes.",
            "S02 leave town 0507", "SNT-town-5b",
        ),
        verb(
            "action", "enter", "<unit> enter <hex>",
            '"enter" ("at" | "by")? HEX?',
            (
                "A reinforcement enters the board as the first step of its move, and goes on from there. Without a hex "
                "it enters at the first free one; without orders it enters by itself; `hold` keeps it off."
            ),
            "S03 enter, forward 0608",
        ),
        verb(
            "condition", "if", "<unit> if <condition> then <orders> else <orders>",
            '"if" test ","? "then" acts otherwise?\notherwise: ","? "else" acts',
            (
                "Conditions: `enemy within 3`, `enemy horse within 3` (or `foot`, `guns`, `pikes`, `shot`, "
                "`skirmishers`), `N04 within 3`; `disordered`, `in order`, `in melee`, `destroyed`, of the stand "
                "itself or of another (`S02 disordered`); `sp left 3 or more`; `class A or B`; `group Foot moved`, "
                "`group Foot not moved`. After other orders on the line, judged once they have been carried "
                "out: `test failed`, `test passed`, `path blocked` (a march or charge was refused or cut short), "
                "`needs 5+` (on the die for a further move)."
            ),
            "S01 if enemy horse within 3 then hold else forward 0507",
        ),
        verb(
            "setup", "at", "<unit> at <hex> face <hour>",
            'who ":"? "at" HEX (("face" | "facing") "to"? hour)?',
            "Where a stand is set up, in its side's zone.",
            "S01 at 0609 face 12", "SN-H8",
        ),
        verb(
            "setup", "deploy", "deploy as scenario",
            '"deploy" "as" ("scenario" | "sample")',
            "All stands not named beside it are set up as the scenario has them.",
            "deploy as scenario", "SN-H8",
        ),
        verb(
            "line", "bid", "bid <groups>",
            '"side"? ":"? "bid" ":"? bidden (_sep bidden)*',
            (
                "Which of your groups to declare first, second and so on for the dice-off. With `if Foot moved` or `if "
                "Foot not moved` after it, a group is passed over until that is so."
            ),
            "bid Horse, Foot", "SN-1.4b",
        ),
        verb(
            "line", "together", "<units> together <march> <hours> [charge <enemy>]",
            (
                '(who | of_group) ":"? "together" (marching "to"?)? hours ("charge" CODE+)?\n'
                'marching: "forward" -> forward | "back" -> backward | "sideways" -> sideways | '
                '"slant" -> sideways_forward | "move" -> move'
            ),
            (
                "A group move: all the stands named go the same way, in step. The hours are the hex sides they "
                "cross: 1, 3, 5, 7, 9 or 11 o'clock. `charge` and an enemy after them: all attack as one where they "
                "end."
            ),
            "S01 S02 S03 together forward 11", "SN-4.9a",
        ),
        verb(
            "line", "together opportunity", "<units> together opportunity",
            '(who | of_group) ":"? "together" "opportunity"',
            "All the stands named test to wait on opportunity by one die; they may face different ways.",
            "S01 S02 together opportunity", "SN-4.9b", "SN-6.1a",
        ),
        verb(
            "line", "together rally", "<units> together rally",
            '(who | of_group) ":"? "together" "rally"',
            "All the stands named, side by side, shake off their disorder by one die.",
            "group Foot together rally", "SN-9.1a",
        ),
        verb(
            "line", "standing", "standing <unit> <decision> <answer>",
            (
                '"standing" ":"? (standing_group | scope ":"?) WORD ((":" | ",")? WORD)*\n'
                'standing_group: "group" QUOTED? ":"?'
            ),
            (
                "An answer given in advance, for a stand, a group or all, until you change it; `default` takes it "
                "back. The decisions and their answers are listed below. It can end with a condition: `standing all "
                "evade always if enemy horse within 3`; several with different conditions can stand side by side. A "
                "condition alone (`standing all town hold if sp left 3 or more`) means yes while it holds, and no "
                "otherwise."
            ),
            "standing group Horse pursue no",
        ),
        verb(
            "leader", "join", "<general> join <unit>",
            '"join" CODE',
            "Ride to a stand of the general's own group and stay with it.",
            "Colonel join S01", "SN-3.1a",
        ),
        verb(
            "leader", "go", "<general> go <hex>",
            '"go" "to"? HEX',
            "Ride to a hex.",
            "Major go 0505", "SN-3.1a",
        ),
        verb(
            "leader", "leave", "<general> leave",
            '"leave"',
            "Leave the stand, and stay in its hex.",
            "Major leave", "SN-3.1a",
        ),
        verb(
            "leader", "recall", "<general> recall <unit>",
            '"recall" CODE',
            "Bring back a mounted stand that has left the board, where a special rule of the battle allows it.",
            "Coligny recall H03",
        ),
        verb(
            "reply", "yes", "yes",
            '"yes" | "y"',
            "Do it.",
            "S05 evade yes",
        ),
        verb(
            "reply", "no", "no",
            '"no" | "n"',
            "Do not.",
            "S05 evade no",
        ),
        verb(
            "reply", "way", "<hexes>",
            "hexes",
            "The way to go, hex by hex.",
            "S05 0407 0408",
        ),
        verb(
            "reply", "far", "<number> <side>",
            '(COUNT | CHANGE) ("hexes" | "hex")? toward',
            "How many hexes to go, and to which side: `left`, `right` or `straight`.",
            "S05 retreat 2 left",
        ),
        verb(
            "reply", "stay", "stay",
            '"stay"',
            "Go nowhere.",
            "S05 stay",
        ),
        verb(
            "reply", "unit", "<unit>",
            "CODE",
            "The stand you choose.",
            "S05 N02",
        ),
        verb(
            "reply", "none", "none",
            '"none"',
            "No stand.",
            "S05 none",
        ),
        verb(
            "reply", "answers", "<unit> fire <target>, <unit> charge <target>",
            'deed (_sep deed)*\ndeed: CODE dealt (("at" | "on")? CODE)?\ndealt: "fire" -> fires | "charge" -> charges',
            "What your stands on opportunity do about an enemy; stands you do not name keep waiting.",
            "S03 fire N02, S04 charge N02", "SN-6.4a", "SN-6.2c",
        ),
        verb(
            "reply", "evasions", "<unit> evade, <unit> stand",
            (
                'away (_sep away)*\naway: CODE ":"? run\nrun: "evade" -> goes | "evades" -> goes | "stand" -> stands '
                '| "stands" -> stands'
            ),
            "Which of several stands evade a charge; on one line, or each on its own.",
            "S05 evade, S06 stand", "SN-5.0a",
        ),
        verb(
            "reply", "change", "<change>",
            "CHANGE",
            "What the general adds to a pursuit die: -1, 0 or +1.",
            "S04 +1", "SNS-P3",
        ),
        verb(
            "reply", "group", "group <group>",
            '"group" name',
            "The group to declare.",
            "group Horse", "SN-1.4b",
        ),
        *CONTROL_VERBS,
    ),
)  # fmt: skip

# --- what each row means ------------------------------------------------------------------------------------------


def _hour(parts: Parts) -> Facing:
    clock = int(str(parts[0]).split("o")[0].strip())
    try:
        return from_hour(clock)
    except ValueError:
        near = sorted({(clock - 1) % 12 or 12, (clock + 1) % 12 or 12}) if 1 <= clock <= 12 else []
        fixes = tuple((str(parts[0]), str(hour)) for hour in near if hour % 2 == 0)
        raise Unfit(f"{clock} o'clock is no hex point: a stand faces 12, 2, 4, 6, 8 or 10 o'clock", fixes) from None


def _hours(parts: Parts) -> tuple[int, ...]:
    clocks = [int(str(part).split("o")[0].strip()) for part in parts]
    for clock in clocks:
        if clock not in (1, 3, 5, 7, 9, 11):
            raise Unfit(f"{clock} o'clock is no hex side: stands go to 1, 3, 5, 7, 9 or 11 o'clock")
    return tuple((clock - 1) // 2 for clock in clocks)


def _way(parts: Parts) -> tuple[Hex, ...]:
    """Hexes as written; a way that is offered may leave the board over row or column 00 (SN-13.0h)."""
    return tuple(from_label(str(part)) for part in parts)


def _hex(token: Token) -> Hex:
    return _numbered((from_label(str(token)),))[0]


def _numbered(path: tuple[Hex, ...]) -> tuple[Hex, ...]:
    """Hexes that maps number: no stand is ordered to others."""
    for here in path:
        written = label(here)
        if "00" in (written[:2], written[2:]):
            raise Unfit(f"there is no hex {written}: columns and rows begin with 01")
    return path


def _code(token: Token) -> StandId:
    return StandId(str(token).upper())


def _go(how: March) -> Maker:
    return lambda parts: Go(how=how, path=_numbered(parts[0]), end_facing=parts[1] if len(parts) > 1 else None)


def _again(parts: Parts) -> _Again:
    if not isinstance(parts[0], TurnTo | Go | Charge):
        raise Unfit('"again" begins a further move: after it comes a turn, a march or a charge')
    return _Again(parts[0])


def _fire(parts: Parts) -> Fire:
    target, *rest = parts
    return Fire(target=target, ranks=2 if "ranks" in rest else 1, then_move="then move" in rest)


def _charge(parts: Parts) -> Charge:
    code, *after = parts
    follow: Literal["remaining_mp", "stop"] | None = None
    if after:
        follow = "stop" if after[0] == "stop" else "remaining_mp"
    return Charge(target=_code(code), follow=follow)


def _acts(parts: Parts) -> tuple[Act, ...]:
    """A chain of actions; ``face`` becomes part of the free move before it, ``again`` a mark on what it begins."""
    made: list[Act] = list(parts[0]) if isinstance(parts[0], tuple) else []
    for part in parts[1:] if isinstance(parts[0], tuple) else parts:
        if isinstance(part, FacingSaid):
            last = made[-1] if made else None
            free = isinstance(last, LeaveTown) or (isinstance(last, Go) and last.how == "move")
            if not free or not isinstance(last, LeaveTown | Go) or last.end_facing is not None:
                raise Unfit('"face" ends a free move; any other stand turns: write "turn"', (("face", "turn"),))
            made[-1] = msgspec.structs.replace(last, end_facing=part.to)
        elif isinstance(part, _Again):
            made.append(msgspec.structs.replace(part.of, again=True))
        else:
            made.append(part)
    return tuple(made)


def _body(parts: Parts) -> tuple[Act | When, ...]:
    acts: tuple[Act | When, ...] = ()
    for part in parts:
        acts += part if isinstance(part, tuple) else (part,)
    return acts


def _within(parts: Parts) -> EnemyWithin:
    *what, hexes = parts
    of = what[0] if what else "any"
    return EnemyWithin(hexes=int(hexes), what=str(_code(of)) if isinstance(of, Token) else of)


def _if(parts: Parts) -> When:
    return When(condition=parts[0], then=parts[1], otherwise=parts[2] if len(parts) > 2 else ())


def _codes(parts: Parts) -> tuple[str, ...]:
    return tuple(_code(part) for part in parts)


def _who(parts: Parts) -> Who:
    return Who(codes=parts[0]) if parts else Who()


def _name(parts: Parts) -> str:
    return " ".join(str(part).strip('"').strip() for part in parts)


def _together(parts: Parts) -> Together:
    who, *rest = parts
    place = next(i for i, part in enumerate(rest) if isinstance(part, tuple))
    how: March = rest[0].replace(" ", "_") if place else "forward"
    return Together(who, how, rest[place], tuple(_code(part) for part in rest[place + 1 :]))


def _standing(parts: Parts) -> StandingSaid:
    who, *words = parts
    return StandingSaid(who, tuple(str(word) for word in words))


def _leaders(parts: Parts) -> ForLeader:
    of = parts[0] == "general"
    name: str = parts[-2]
    told: ForLeader = parts[-1]
    return msgspec.structs.replace(told, name=name, of=of)


def _replies(parts: Parts) -> Reply | GroupNamed:
    *before, value = parts
    code = next((_code(part) for part in before if isinstance(part, Token)), "")
    matter = next((str(part) for part in before if not isinstance(part, Token)), "")
    return value if isinstance(value, GroupNamed) else Reply(value=value, code=code, matter=matter)


MAKE: Mapping[str, Maker] = {
    "action_hold": one(Hold()),
    "action_rally": one(Rally()),
    "action_turn": lambda parts: TurnTo(to=parts[0]),
    "action_forward": _go("forward"),
    "action_back": _go("backward"),
    "action_sideways": _go("sideways"),
    "action_slant": _go("sideways_forward"),
    "action_move": _go("move"),
    "action_face": lambda parts: FacingSaid(parts[0]),
    "action_again": _again,
    "action_fire": _fire,
    "action_charge": _charge,
    "action_fight": one(Fight()),
    "action_opportunity": one(Opportunity()),
    "action_leave_town": lambda parts: LeaveTown(
        path=_numbered(parts[0]), end_facing=parts[1] if len(parts) > 1 else None
    ),
    "action_enter": lambda parts: Enter(_hex(parts[0]) if parts else None),
    "condition_if": _if,
    "setup_at": lambda parts: SetAt(parts[0], _hex(parts[1]), parts[2] if len(parts) > 2 else None),
    "setup_deploy": one(AsScenario()),
    "line_bid": lambda parts: Bid(tuple(name for name, _ in parts), tuple(proviso for _, proviso in parts)),
    "line_together": _together,
    "line_together_opportunity": lambda parts: TogetherWait(parts[0]),
    "line_together_rally": lambda parts: TogetherWait(parts[0], "rally"),
    "line_standing": _standing,
    "leader_join": lambda parts: ForLeader("", False, join=_code(parts[0])),
    "leader_go": lambda parts: ForLeader("", False, to=_hex(parts[0])),
    "leader_recall": lambda parts: ForLeader("", False, recall=_code(parts[0])),
    "leader_leave": one(ForLeader("", False)),
    "reply_yes": one(True),
    "reply_no": one(False),
    "reply_way": first,
    "reply_far": lambda parts: Far(int(parts[0]), parts[1]),
    "reply_stay": one(()),
    "reply_unit": lambda parts: str(_code(parts[0])),
    "reply_none": one(None),
    "reply_answers": lambda parts: Deeds(tuple(parts)),
    "reply_evasions": lambda parts: Away(tuple(parts)),
    "reply_change": lambda parts: int(parts[0]),
    "reply_group": lambda parts: GroupNamed(parts[0]),
}
"""A function for each row of the table."""

_FRAME: Mapping[str, Maker] = {
    "order": first,
    "orders": lambda parts: ForStands(parts[0], parts[1]),
    "who": _who,
    "of_group": lambda parts: Who(group=parts[0]),
    "leaders": _leaders,
    "codes": _codes,
    "scoped": _codes,
    "name": _name,
    "body": _body,
    "acts": _acts,
    "hexes": _way,
    "hour": _hour,
    "hours": _hours,
    "target": lambda parts: _code(parts[0]) if isinstance(parts[0], Token) else None,
    "test": first,
    "within": _within,
    "is": lambda parts: Is(state=parts[-1], stand=_code(parts[0]) if len(parts) > 1 else None),
    "needs": lambda parts: Needs(die=int(parts[0])),
    "strength": lambda parts: StrengthLeft(sp=int(parts[0])),
    "classes": lambda parts: OfClass("".join(sorted({str(part).upper() for part in parts}))),
    "moved": lambda parts: GroupMoved(group=GroupId(parts[0]), moved=parts[1] == "has moved"),
    "bidden": lambda parts: (parts[0], parts[1] if len(parts) > 1 else None),
    "proviso": lambda parts: Proviso(parts[0], parts[1] == "has moved"),
    "test_failed": one(CameTo("test failed")),
    "test_passed": one(CameTo("test passed")),
    "path_blocked": one(CameTo("path blocked")),
    "away": lambda parts: (_code(parts[0]), parts[1] == "goes"),
    "otherwise": first,
    "scope": _who,
    "standing_group": lambda parts: Who(group=_name(parts) or GROUP_TO_FIND),
    "deed": lambda parts: Deed(_code(parts[0]), "fire" if parts[1] == "fires" else "charge", *map(_code, parts[2:])),
    "answer": lambda parts: GroupNamed(parts[0]) if isinstance(parts[0], str) else parts[0],
    "replies": _replies,
}
"""A function for each rule of the frame that has parts; the others are words and mean themselves."""

GROUP_TO_FIND = "..."
"""A standing order for a group whose name is the first of its words."""


READER: Transformer[Said] = Transformer(VERBS, {**MAKE, **_FRAME})
"""Reads cleaned lines."""

Start = Literal["order", "answer", "test"]
"""What a line is read as; ``test`` is a condition alone."""
Heard = Said | Unreadable | Unfit


def heard(text: str, start: Start) -> Heard:
    """What a cleaned line says, or why it says nothing."""
    if text.isdigit() and len(text) < HEX_DIGITS:
        return Unreadable(at=0, expected=("WORD",))  # a sum of ours may wrap to a number alone: no answer is one
    return READER.heard(text, start)


ALSO: Mapping[str, str] = {
    **dict.fromkeys(("attack", "assault", "engage"), "charge"),
    **dict.fromkeys(("shoot", "shot", "volley", "discharge", "shooting"), "fire"),
    **dict.fromkeys(("advance", "march", "ahead", "forth"), "forward"),
    **dict.fromkeys(("retreat", "retire", "fall", "withdraw"), "back"),
    **dict.fromkeys(("wheel", "pivot", "rotate"), "turn"),
    **dict.fromkeys(("halt", "stay", "stand", "wait", "stop", "pass", "nothing"), "hold"),
    **dict.fromkeys(("recover", "reform", "regroup"), "rally"),
    **dict.fromkeys(("oblique", "diagonal"), "slant"),
    **dict.fromkeys(("melee", "combat"), "fight"),
    **dict.fromkeys(("attach", "ride"), "join"),
    **dict.fromkeys(("overwatch", "ambush"), "opportunity"),
}
"""Words of other games, for suggestions: each is answered with "did you mean", never taken."""
