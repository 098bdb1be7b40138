"""The verbs of orders in inches: a row each, for grammar, help, form and "did you mean"; ``transformer`` reads them."""

from collections.abc import Mapping

from pbem.engine.orders import CONTROL_KIND, CONTROL_VERBS, VerbTable, verb

FRAME = r"""
order: orders | army | deploy | standings | passing -> pass_turns
orders: who ":"? steps
who: codes | "all"
codes: CODE (("," | "and")? CODE)*
steps: anystep (_sep anystep)*
?anystep: step | setup | also
_sep: "," ("then" | "and")? | ";" "then"? | "then" | "and"
standings: "standing" scope? ":"? standing
scope: codes | "all" | sort
sort: "infantry" -> infantry | "swordsmen" -> swordsmen | "reiters" -> reiters | "cavalry" -> cavalry | "foot" -> foot
    | "horse" -> horse
passing: "hold" until_near -> pass_until | "next" NUMBER "turns" until_near? -> pass_next
until_near: ("until" | "unless") "an"? "enemy" ("is" | "comes")? "within" length
length: NUMBER | INCHES
angle: NUMBER | DEGREES
hand: "right" -> right | "left" -> left
turned: "pivot"? hand angle | "pivot"? angle hand
place: SPOT | NUMBER NUMBER | code | NAMED
code: CODE | "unit" CODE -> unit_code | "square" CODE -> square_code
facing: angle | place | compass
compass: "north" -> north | "northeast" -> northeast | "east" -> east | "southeast" -> southeast | "south" -> south
       | "southwest" -> southwest | "west" -> west | "northwest" -> northwest
most: ("at" "most" | "by") length | length -> bare_most
reach: length | "contact" "range"? -> contact | "charge" "range" -> charge_range | "shooting"? "range" -> fire_range
_of: "of" | "from" | "with" | "to"
enemy: "unit"? CODE
targets: target (("else" | "or") target)* no_more?
no_more: ("else" | "or") "hold" "fire"
target: enemy | "the"? _nearest "enemy"? -> nearest_one
_nearest: "nearest" | "closest"
limits: limit (("or" | "and" | ",")? limit)*
limit: "beyond" length -> beyond | "against" ("targets" "in")? "cover" -> cover
sides: side (","? "then"? side)*
side: "rear" -> rear | hand
never: "never" | "none" | "not"
default: "default"
CODE.3: /(?:[a-z]{1,3}|\?)[0-9]{1,3}(?!\w)/
SPOT.4: /-?[0-9]{1,5}(?:\.[0-9]+)?,-?[0-9]{1,5}(?:\.[0-9]+)?(?![\w."\u00b0]|,[0-9])/
INCHES.2: /[0-9]{1,5}(?:\.[0-9]+)?"(?!\w)/
DEGREES.2: /[0-9]{1,5}(?:\.[0-9]+)?\u00b0(?!\w)/
NUMBER.1: /[0-9]{1,5}(?:\.[0-9]+)?(?![\w."\u00b0]|,-?[0-9])/
NAMED.4: /@[a-z0-9-]+(?!\w)/
%ignore " "
"""

TERMS: Mapping[str, str] = {
    "CODE": "a unit by its code, such as S01",
    "SPOT": "a place such as 24,18",
    "NUMBER": "a number, such as 4 or 4.5",
    "NAMED": "a piece of ground by its name",
}

KINDS: Mapping[str, tuple[str, str]] = {
    "step": (
        "Orders to units",
        (
            "`<unit>` is a code (`S01`), several (`S01 S02`), or `all`. Put everything a unit does on one line, in the "
            "order in which it does it, with commas between: a pivot, straight ahead, a pivot, then a shot. Lengths "
            'are inches (`4`, `4.5`, `4"`), angles degrees (`30`, `30\u00b0`). `<place>` is a spot in inches from the '
            "south-west corner (`24,18`), a unit, a square of the map (`D3`), or ground by its name (`the ford`, "
            "`Harrow Wood`). Orders by aim (`toward`, `to`, `up to`, `along`, `charge` without a pivot) become exact "
            "figures when they are read; the answer shows the figures, and only they are kept. Units move and shoot in "
            "the order of the lines."
        ),
    ),
    "setup": (
        "Setting up",
        "Before the first turn, at the pace `set-up`. `deploy as sample` sets up the other units as the scenario does.",
    ),
    "army": ("The army", "Before the battle, at the pace `armies`, or where the scenario draws armies from the table."),
    "standing": (
        "Standing orders",
        (
            "They stay until you change them, and act for every unit without an order for its move, its shot or its "
            "turn. `<unit>` is a code, several, a kind (`infantry`, `swordsmen`, `reiters`, `cavalry`, `foot`, "
            "`horse`) or `all`; one for a unit beats one for its kind, which beats one for all. Each becomes an exact "
            "order when the unit acts, by what stands there then, and is checked like any other: a move is cut to what "
            "is allowed, a charge that is not allowed becomes a hold. To take one back, give `default` as the answer."
        ),
    ),
    "control": CONTROL_KIND,
}


VERBS = VerbTable(
    frame=FRAME,
    terms=TERMS,
    kinds=KINDS,
    verbs=(
        verb(
            "step", "forward", "<unit> forward <inches>",
            '"forward" "by"? length | "forward" ("full" | "max")',
            "Straight ahead. `forward full` goes as far as it can.",
            "S01 forward 4", "OH-move-1", "OH-Q3",
        ),
        verb(
            "step", "pivot", "<unit> pivot right <degrees>",
            '"pivot" hand "by"? angle | "pivot" angle hand | hand angle | angle hand',
            "Turn on its centre, `right` or `left`: at the start of its move, at the end, or both.",
            "S01 pivot right 30, forward 6, pivot left 15", "OH-move-2", "OH-move-3",
        ),
        verb(
            "step", "face", "<unit> face <degrees or place>",
            '"face" facing | "pivot" "to" "face"? facing',
            "Pivot until it faces a bearing (0 is north, 90 east; or `northeast`), or a place.",
            "S01 forward 3, face N02", "OH-move-2",
        ),
        verb(
            "step", "about", "<unit> about",
            '"about" ("face" | "turn")? | "turn" "about"',
            "Pivot by 180 degrees.",
            "S01 about, forward 3", "OH-Q3",
        ),
        verb(
            "step", "toward", "<unit> toward <place> [at most <inches>]",
            '"toward" "the"? place most? | "to" "the"? place most? | "up" "to" "the"? place',
            (
                "Pivot to a place and go there, as far as its allowance reaches; it stops short of contact and of "
                "forbidden ground. `to` means the same; for a piece of ground it means its edge."
            ),
            "S04 toward 24,15", "OH-move-1", "OH-Q7",
        ),
        verb(
            "step", "into", "<unit> into <ground>",
            '("into" | "onto") "the"? place most?',
            "The same, until its centre is in a wood or a town, or on a hill or a crossing.",
            "S02 onto the hill", "OH-G7",
        ),
        verb(
            "step", "up to", "<unit> up to <inches> of <enemy>",
            '"up" "to" reach _of enemy | "within" reach _of? enemy',
            (
                "Pivot to a unit and go until it is at that range; `up to range of` until it can be shot at, "
                "`up to charge range of` until it can be charged next turn, `up to contact range of` as near as "
                "possible without contact."
            ),
            "S01 up to 12 of N02", "OH-G10", "OH-Q7",
        ),
        verb(
            "step", "along", "<unit> along <road> <inches or to place>",
            '("along" | "by" | "on")? "the"? NAMED "forward"? length '
            '| ("along" | "by" | "on") "the"? NAMED ("full" | "forward" "full")? '
            '| ("along" | "by" | "on") "the"? NAMED "to" "the"? place '
            '| "to" "the"? place "by" "the"? NAMED',
            (
                "A move that keeps to a road all the way, with the road bonus, in the direction it more nearly faces; "
                "or to where the road comes nearest to a place."
            ),
            "S01 along the road 9", "OH-R-terr-5", "OH-G16",
        ),
        verb(
            "step", "charge", "<unit> charge <enemy>",
            '"charge" "at"? enemy turned?',
            (
                "Into contact: the smallest pivot at its start that meets the enemy, at most 45 degrees, then straight "
                "on. `pivot right 20, charge N02` gives the pivot."
            ),
            "S04 charge N02", "OH-move-7", "OH-R-charge-1", "OH-R-charge-2",
        ),
        verb(
            "step", "turn", "<unit> turn to <attacker>",
            '"turn" "to" "face"? enemy',
            "Turn to face an enemy that attacks its flank or rear.",
            "S01 turn to N04", "OH-melee-7", "OH-Q28",
        ),
        verb(
            "step", "shoot", "<unit> shoot <enemy> [else <enemy>]",
            '("shoot" | "fire") ("at" | "on")? targets',
            (
                "After its move, at one target: the first you name that can be shot at then and has fewer than 15 "
                "hits. `nearest` can stand for a target."
            ),
            "H03 forward 2, shoot R03 else R02", "OH-shoot-2", "OH-move-5",
        ),
        verb(
            "step", "hold fire", "<unit> hold fire",
            '"hold" "fire" | "no" "fire" | "cease" "fire"',
            "It does not shoot.",
            "S01 hold fire", "OH-Q33",
        ),
        verb(
            "step", "hold", "<unit> hold",
            '"hold"',
            "It does not move. It still shoots by its standing order; `hold, hold fire` does neither.",
            "S01 hold", "OH-move-1",
        ),
        verb(
            "step", "enter", "<unit> enter <place>",
            '"enter" ("at" | "by")? place?',
            (
                "A reinforcement enters at the edge, facing inwards, and goes on from there in the same line. `hold` "
                "keeps it off."
            ),
            "S03 enter 16.5,0, forward 4", "OH-Q42",
        ),
        verb(
            "setup", "at", "<unit> at <place> facing <degrees>",
            '"at" place (("facing" | "face") facing)?',
            "Where a unit is set up; its centre.",
            "S01 at 12,4 facing 0", "OH-G1",
        ),
        verb(
            "also", "wheel", "",
            '"wheel" hand angle? | "wheel" angle? hand',
            "", "",
        ),
        verb(
            "also", "turn by", "",
            '"turn" hand angle? | "turn" angle hand',
            "", "",
        ),
        verb(
            "also", "back", "",
            '("back" | "backward" | "backwards") "by"? length',
            "", "",
        ),
        verb(
            "also", "sideways", "",
            '("sideways" | "sidestep") hand? "by"? length | ("sideways" | "sidestep") length hand',
            "", "",
        ),
        verb(
            "army", "army", "army <row>",
            '"army" (NUMBER | "roll")',
            "A row of the army table, 1 to 6; `army roll` leaves it to the die.",
            "army roll", "OH-D2",
        ),
        verb(
            "deploy", "deploy", "deploy as sample",
            '"deploy" ("as" "the"? "sample")?',
            "Set up as the scenario shows it; put lines for single units before it.",
            "deploy as sample", "OH-D1",
        ),
        verb(
            "standing", "order", "standing all order <units>",
            '"order" codes | "order" default',
            "The order in which units without orders move: those you name first, then the others by code.",
            "standing all order S04 S05 S01", "OH-D3",
        ),
        verb(
            "standing", "without orders", "standing <unit> without orders <what>",
            '("without" "orders")? idle | "without" "orders" default\n'
            'idle: "hold" -> idle_hold | "to" "the"? place -> idle_to\n'
            '    | "by" "the"? NAMED "to" "the"? place -> idle_by\n'
            '    | "keep" length "from" "the"? _nearest? "enemy" -> idle_keep\n'
            '    | "face" "the"? _nearest? "enemy" -> idle_face',
            (
                "What it does in its move: `hold`; `go to <place>`; `go by the road to <place>`; `keep 8 from the "
                "enemy`, the nearest; `face the enemy`, the nearest. The words `without orders` may be left out."
            ),
            "standing S03 without orders go to 24,18", "OH-D4",
        ),
        verb(
            "standing", "charge", "standing <unit> charge <whom>",
            '"charge" whom | "never" "charge" | "do" "not" "charge"\n'
            'whom: "any" "enemy"? ("within" length)? -> any_within | enemy+ -> named_enemies | never -> charge_never '
            '| default -> charge_default',
            (
                "Before anything else it does: `any` enemy, `any within 10`, the enemies named in that order, or "
                "`never`. If it can charge none of them, it follows its `without orders`."
            ),
            "standing S04 charge any within 10", "OH-D5",
        ),
        verb(
            "standing", "only charge", "standing <unit> only charge flank or rear",
            '"only" "charge" ("the"? _flanks | faces_any) | "charge" "the"? _flanks "only"\n'
            '_flanks: "flank" ("or" | "and") "the"? "rear"\n'
            'faces_any: "any" "face"? | default',
            "Which faces it charges: `flank or rear`, or `any`.",
            "standing S04 only charge flank or rear", "OH-D5", "OH-R-melee-3",
        ),
        verb(
            "standing", "never charge", "standing <unit> never charge infantry front",
            '("never" "charge" | "charge" "not") nots\n'
            'nots: bar (("or" | "and" | ",") bar)* | default\n'
            'bar: "infantry" "in"? "the"? "front" -> infantry_front '
            '| "up" ("a" | "the")? ("hill" | NAMED) -> up_hill | "nothing" -> bar_nothing',
            "What it never charges: `infantry front`, `up a hill`, or both; `nothing` lifts the ban.",
            "standing all never charge infantry front or up a hill", "OH-D5", "OH-R-melee-1", "OH-R-melee-2",
        ),
        verb(
            "standing", "shoot", "standing <unit> shoot <whom>",
            '("shoot" | "fire") ("at" | "on")? wanted\n'
            'wanted: "the"? _nearest "enemy"? -> shoot_nearest | "the"? "most" "hits" "first"? -> shoot_weakest '
            '| enemy (("else" | "or" | "then" | ",")? enemy)* -> named_enemies | default -> shoot_default',
            (
                "Its target when none is ordered: the `nearest` that can be shot at, the one with the `most hits "
                "first`, or the enemies named, in that order; never one that has 15 hits."
            ),
            "standing all shoot nearest", "OH-D6",
        ),
        verb(
            "standing", "hold fire", "standing <unit> hold fire <when>",
            '"hold" "fire" (limits | fire_when)?\nfire_when: "always" -> fire_always | never -> fire_never '
            '| default -> fire_default',
            "When it does not shoot: `beyond 8`, `against cover` or both; `always`; or `never`, so that it always may.",
            "standing S02 hold fire beyond 8", "OH-D6",
        ),
        verb(
            "standing", "turn", "standing <unit> turn <faces>",
            '"turn" "to"? turning | "do" "not" "turn"\n'
            'turning: sides -> turn_sides | never -> turn_never | default -> turn_default',
            "Which attackers it turns to, in order of preference: `rear, right, left`, some of these, or `never`.",
            "standing all turn rear, right, left", "OH-D7",
        ),
        verb(
            "standing", "enter", "standing <unit> enter <where>",
            '"enter" ("at" | "by")? entry\n'
            'entry: place -> enter_place | "the"? "middle" -> enter_middle | default -> enter_default',
            "Where a reinforcement enters: `at 12,0`, or `at the middle` of its edge.",
            "standing S05 enter at 16.5,0", "OH-D9",
        ),
        verb(
            "standing", "wait", "standing <unit> wait until turn <number>",
            '"wait" ("until" "turn" NUMBER | wait_never)\nwait_never: never | default',
            "A reinforcement does not enter before that turn.",
            "standing S05 wait until turn 4", "OH-D9",
        ),
        verb(
            "standing", "pass", "standing all pass <when>",
            '"pass" (pass_when | never | default)\n'
            'pass_when: until_near -> pass_until | "next" NUMBER "turns" until_near? -> pass_next\n'
            '    | "through" "turn" NUMBER until_near? -> pass_through',
            (
                "Your own turns are played without waiting for you. With `hold until an enemy is within 12` only "
                "standing orders act, for as long as all enemies are farther off; with `next 3 turns` your orders of "
                "this turn are carried out again in the two after it. You are asked again at once when an enemy comes "
                "that near (12 inches unless you say otherwise), when one of your units is in a fight, or when an "
                "order would be refused. `never` ends it."
            ),
            "hold until an enemy is within 12",
        ),
        *CONTROL_VERBS,
    ),
)  # fmt: skip

ALSO: Mapping[str, str] = {
    **dict.fromkeys(("attack", "assault", "engage", "melee"), "charge"),
    **dict.fromkeys(("volley", "discharge", "shot", "shooting"), "shoot"),
    **dict.fromkeys(("march", "move", "walk", "go"), "forward"),
    **dict.fromkeys(("rotate",), "pivot"),
    **dict.fromkeys(("halt", "stay", "stand", "wait", "stop", "pass", "nothing", "rest"), "hold"),
    **dict.fromkeys(("retreat", "retire", "withdraw", "reverse"), "about"),
    **dict.fromkeys(("approach",), "toward"),
}
"""Words of other games, for suggestions: each is answered with "did you mean", never taken."""
