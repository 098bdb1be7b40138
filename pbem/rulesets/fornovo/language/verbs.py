"""The verbs of Fornovo's orders: a row each, for grammar, help, form and "did you mean"."""

from pbem.engine.orders import CONTROL_KIND, CONTROL_VERBS, VerbTable, verb

FRAME = r"""
order: who ":"? steps near? -> for_units | "standing" scope ":"? standing -> standing_for
steps: _part (_sep _part)*
_part: step | answer
_sep: "," ("then" | "and")? | ";" "then"? | "then" | "and"
near: ","? ("unless" | "if" "no") "an"? "enemy" ("is" | "comes")? "within" length
who: codes | "all" -> everyone
codes: CODE (("," | "and")? CODE)*
scope: CODE | "all"
length: NUMBER | INCHES
angle: NUMBER | DEGREES
hand: "right" -> right | "left" -> left
place: SPOT | CODE
facing: angle | compass
compass: "north" -> north | "northeast" -> northeast | "east" -> east | "southeast" -> southeast | "south" -> south
       | "southwest" -> southwest | "west" -> west | "northwest" -> northwest
edge: "north" -> edge_north | "east" -> edge_east | "south" -> edge_south | "west" -> edge_west
enemy: "unit"? CODE
in_front: "in"? "the"? "front" "rank"? -> yes_front
weapon: ("pike" | "pikes") -> pike | ("halberd" | "halberds" | "heavy" "weapons") -> heavy_weapon
      | ("swords" | "bucklers" | "sword" "and" "shield") -> sword_and_shield | ("spear" | "spears") -> long_spear
      | ("shot" | "handarms") -> handarm | ("lance" | "lances") -> heavy_lance
shot: "ball" -> ball | "hail" -> hail | "salvee" ("by"? rank)? -> salvee
rank: "front" "rank" -> front_rank | "second" "rank" -> second_rank | "rank" NUMBER
reply: "stand" -> reply_stand | ("countercharge" | "counter-charge" | "counter") -> reply_counter
     | "evade" -> reply_evade | ("form"? "square") -> reply_square
shooting: "shooting"
veer: hand angle
so_far: length
by_arm: reply "horse" ","? reply "foot"
default: "default"
side_a: "a" | "side" "a"
side_b: "b" | "side" "b"
if_ordered: ("a" | "side" "a") "if" ("charges" | "i" "charge")
never: "never"
always: "always"
if_mounted: "if" "mounted"
if_shaken: "if" "shaken"
halt: "halt" | "test"
allow: "allow" | "pursue"
allow_below: ("allow" | "pursue") "below" NUMBER
nearest: "nearest"
weakest: "weakest"
face_enemy: "face" "enemy"
keep: "keep"
face_to: "face" facing
yes: "yes"
no: "no"
from_turn: "from"? "turn" NUMBER
shaken: "shaken"
naked: "naked"
within: "within" length
safe: "safe" | "first" "safe"
full: "full"
to_hand: hand angle
if_disordered: "if" "disordered"
next_one: "next" "target"?
go_on: "continue" | "go" "on"
hold: "hold"
face: "face" "nearest"?
keep_off: "keep" "distance"? length
stay: "stay"
at_will: "at" "will"
generals: "generals"
most: "most"
pikes: "pikes"
shots: "shot"
rear: "rear"
front: "front"
flank: "flank"
best: "best" "first"
worst: "worst" "first"
CODE.3: /(?:[a-z]{1,3}|\?)[0-9]{1,3}(?!\w)/
SPOT.4: /[0-9]{1,3}(?:\.[0-9]+)?,[0-9]{1,3}(?:\.[0-9]+)?(?![\w."\u00b0])/
PIECE.0: /[a-z][a-z0-9'-]*(?: (?:[a-z][a-z0-9'-]*))*/
INCHES.2: /[0-9]{1,3}(?:\.[0-9]+)?"(?!\w)/
DEGREES.2: /[0-9]{1,3}(?:\.[0-9]+)?\u00b0(?!\w)/
NUMBER.1: /[0-9]{1,3}(?:\.[0-9]+)?(?![\w."\u00b0]|,[0-9])/
%ignore " "
"""
KINDS = {
    "step": (
        "Orders to units and generals",
        (
            "`<unit>` is a code (`S01`, a general `SC1`), several, or `all`. Put everything a unit does on one line, "
            "in its order, with commas between: `S01 wheel left 20, forward 3`. What stands before `charge` is the way "
            "of the charge. Lengths are inches, angles degrees. Moving back, aside or far off the front costs double, "
            "as does a wheel of pikes. A move may end with `unless enemy within 6`: then the unit stays where it is."
        ),
    ),
    "answer": (
        "Answers to a charge",
        "What a unit does in this turn if an enemy charges it; standing orders say it for every turn.",
    ),
    "standing": (
        "Standing orders",
        (
            "They act every turn until they are changed: `standing S01 fire hold`, `standing all if charged by foot "
            "stand`. A unit's own order goes before one for `all`; `default` takes an order back."
        ),
    ),
    "control": CONTROL_KIND,
}  # fmt: skip
_REPLIES = "stand|countercharge|evade|square"

VERBS = VerbTable(
    frame=FRAME,
    terms={
        "CODE": "a unit by its code, such as S01", "SPOT": "a place such as 24,18", "NUMBER": "a number, such as 4",
        "PIECE": "a piece of terrain by its name",
    },
    kinds=KINDS,
    verbs=(
        verb("step", "hold", "<unit> hold", '"hold" | "stand" "fast"', "It stays where it is.", "S01 hold", "D-13"),
        verb("step", "forward", "<unit> forward <inches>", '("forward" | "ahead" | "advance") length', "Straight on.",
             "S01 forward 4", "FS-7a"),
        verb("step", "to", "<unit> to <place>", '("to" | "toward" | "towards") place',
             "It wheels toward a place or unit and goes as far as it can; skirmishers and generals go there.",
             "S01 to 24,14", "FS-7.17c", "FS-7.11"),
        verb("step", "wheel", "<unit> wheel left|right <degrees>", '"wheel" (hand angle | angle hand)',
             "About the front corner on that side.", "S01 wheel left 20, forward 3", "FS-7.17c"),
        verb("step", "oblique", "<unit> oblique left|right <degrees> <inches>",
             '"oblique" hand angle ("for" | "by")? length', "Facing kept; up to 22.5 degrees at full speed.",
             "S01 oblique right 20 4", "FS-7.17d", "FS-7.17e"),
        verb("step", "turn", "<unit> turn <facing>", '"turn" "to"? facing | "about" "turn"? -> turn_about'
             ' | "turn" "about" -> turn_about',
             "On the spot, to a bearing or point of the compass; half a move.", "S01 turn east", "FS-7.17a"),
        verb("step", "back", "<unit> back <inches>", '("back" | "retire") length', "Facing kept, at half speed.",
             "S01 back 2", "FS-7.17e"),
        verb("step", "aside", "<unit> right|left <inches>", '("sidestep" | "aside")? (hand length | length hand)',
             "Sideways, facing kept, at half speed.", "S01 right 2", "FS-7.17e"),
        verb("step", "charge", "<unit> charge <enemy> [shooting]", '"charge" enemy shooting?',
             "After the parts of the line before it; without any the way is found. Shooting: it fires as it comes.",
             "S01 charge N02", "FS-7.6a", "D-8"),
        verb("answer", "stand", "<unit> stand", '"stand"', "It meets the charge where it stands, and shoots.",
             "S01 stand", "D-9"),
        verb("answer", "countercharge", "<unit> countercharge [<enemy>]",
             '("countercharge" | "counter-charge") enemy?', "It goes to meet its charger.", "S03 countercharge N03",
             "FS-7.8a", "D-9"),
        verb("answer", "evade", "<unit> evade [left|right <degrees>] [<inches>]",
             '"evade" veer? so_far?',
             "Away from the charge; without inches as far as it can.", "S03 evade left 20", "FS-7.9c", "D-10"),
        verb("answer", "receive", "<unit> receive in square", '"receive" "in" "square"',
             "It forms square if there is time.", "S01 receive in square", "FS-7.17f", "D-9"),
        verb("step", "fire", "<unit> fire <enemy> [ball|hail|salvee [rank 1|2]]",
             '("fire" | "shoot") "at"? enemy shot?',
             "Its target in the Shooting phase. A second `fire` on the line is for figures and guns that cannot hit "
             "the first. Ball and hail fire a war wagon's gun too; without a word its crew uses its own arms.",
             "S01 fire N02", "FS-9.10", "FS-9.1d", "FS-9.17", "D-16"),
        verb("step", "form", "<unit> form <files> files", '"form" "up"? "in"? NUMBER "files"',
             "A change of frontage, of a unit of one block.", "S01 form 8 files", "FS-7.17b"),
        verb("step", "square", "<unit> form square", '"form" "a"? "square"', "Four fronts; it cannot move.",
             "S01 form square", "FS-7.17f"),
        verb("step", "line", "<unit> form line", '"form" "line"', "Out of square.", "S01 form line", "FS-7.17f"),
        verb("step", "enter", "<unit> enter <piece>", '"enter" "the"? PIECE', "Foot occupies a block it touches.",
             "W01 enter west farm", "FS-11.8b"),
        verb("step", "emerge", "<unit> emerge north|east|south|west", '("emerge" | "leave") edge',
             "Out of a block, on that side; half a move, disordered.", "W01 emerge north", "FS-11.8b"),
        verb("step", "unlimber", "<unit> unlimber", '"unlimber"', "Guns are made ready to fire, for good.",
             "S07 unlimber", "FS-7.13a"),
        verb("step", "limber", "<unit> limber", '"limber" "up"?',
             "Only where a special rule gives guns new teams, once.", "S07 limber", "FS-7.13b"),
        verb("step", "push", "<unit> push <inches>", '("push" | "by" "hand") length', "Guns, by their crew.",
             "S07 push 2", "FS-7a"),
        verb("step", "mount", "<unit> mount", '"mount" "up"?', "Dismounted infantry mounts; a move.", "S06 mount",
             "FS-7.14a"),
        verb("step", "dismount", "<unit> dismount", '"dismount"', "Mounted infantry dismounts; half a move.",
             "S06 dismount", "FS-7.14a"),
        verb("step", "plant", "<unit> plant stakes", '"plant" "stakes"?', "Before its front; half a move.",
             "S02 plant stakes", "FS-2.11a"),
        verb("step", "lift", "<unit> lift stakes", '("lift" | "take" "up") "stakes"?', "A whole move.",
             "S02 lift stakes", "FS-2.11c"),
        verb("step", "fix", "<unit> fix bayonets [in front]", '"fix" "bayonets"? in_front?',
             "Plug bayonets: no more fire, or of the second rank alone if in front; half a move.",
             "S01 fix bayonets", "FS-2.12c"),
        verb("step", "unfix", "<unit> unfix bayonets", '"unfix" "bayonets"?', "They are taken off; half a move.",
             "S01 unfix bayonets", "FS-2.12c"),
        verb("step", "exchange", "<unit> exchange <weapon> for <weapon>", '"exchange" weapon ("for" | "with") weapon',
             "In melee: other troops of the unit take the place of those that strike.",
             "S01 exchange pikes for halberds", "FS-10.8"),
        verb("step", "switch", "<unit> switch to <weapon>", '"switch" "to"? weapon',
             "Another of its weapons; handarms it always has. Mounted troops lose the first, foot if they move.",
             "S01 switch to handarms", "FS-10.9"),
        verb("step", "hitch", "<unit> hitch", '"hitch"', "Wagons that were set up; half a move.", "W05 hitch",
             "FS-2.10b"),
        verb("step", "unhitch", "<unit> unhitch", '"unhitch"', "Wagons are set up, and do not move; half a move.",
             "W05 unhitch", "FS-2.10b"),
        verb("step", "break", "<unit> break hedge", '"break" "down"? "the"? "hedge"',
             "The hedgerow before its front becomes a low wall; two whole moves that follow one another.",
             "S01 break hedge", "FS-11.6c", "FS-Q77"),
        verb("step", "loophole", "<unit> loophole hedge", '"loophole" "the"? "hedge"?',
             "Then it may shoot through the hedgerow at which it stands; a whole move.", "S01 loophole hedge",
             "FS-11.6c", "FS-Q77"),
        verb("step", "join", "<general> join <unit>", '("join" | "attach" "to"?) CODE',
             "He rides to a unit and stays with it.", "SC1 join S03", "FS-3.1.2b"),
        verb("step", "detach", "<general> detach", '"detach" | "leave" "his"? "unit"', "He leaves his unit.",
             "SC1 detach, to 24,6", "FS-3.1.2b"),
        *(
            verb("standing", word, f"standing <unit>|all {word} {answers}", grammar, told, example, rule)
            for word, answers, grammar, told, example, rule in (
                ("initiative", "a|b|a if charges", '"initiative" ":"? (if_ordered | side_a | side_b | default)',
                 "When you win it.", "standing all initiative b", "D-2"),
                ("follow up", "never|always|if mounted|if shaken",
                 '"follow" "up" ":"? (never | always | if_mounted | if_shaken | default)',
                 "When an enemy recoils.", "standing all follow up if mounted", "D-3"),
                ("pursuit", "halt|allow|allow below <figures>",
                 '"pursuit" ":"? (allow_below | allow | halt | default)', "When it may test to halt.",
                 "standing S03 pursuit allow", "D-4"),
                ("pursue", "nearest|weakest", '"pursue" ":"? (nearest | weakest | default)',
                 "When several rout alike.", "standing all pursue weakest", "D-5"),
                ("after halt", "face enemy|keep|face <facing>",
                 '"after" "halt" ":"? (face_enemy | face_to | keep | default)',
                 "When it has rallied, halted or come back.", "standing all after halt keep", "D-6"),
                ("return", "yes|no|turn <number>", '"return" ":"? (yes | no | from_turn | default)',
                 "When it has left the table.", "standing S03 return no", "D-7"),
                ("charge", "never|shaken|naked|within <inches>",
                 '"charge" ":"? (never | shaken | naked | within | default)',
                 "Without an order, straight ahead.", "standing S03 charge shaken", "D-8"),
                ("if charged by horse", _REPLIES, '"if" "charged" "by" "horse" ":"? (reply | default)',
                 "When mounted troops charge it.", "standing S03 if charged by horse countercharge", "D-9"),
                ("if charged by foot", _REPLIES, '"if" "charged" "by" "foot" ":"? (reply | default)',
                 "When foot charges it.", "standing S03 if charged by foot stand", "D-9"),
                ("if charged", f"{_REPLIES}, or countercharge horse, stand foot",
                 '"if" "charged" ":"? (by_arm | reply | default)',
                 "Both of these.", "standing all if charged countercharge horse, stand foot", "D-9"),
                ("evade", "safe|full|left <degrees>|right <degrees>", '"evade" ":"? (safe | full | to_hand | default)',
                 "When it evades.", "standing S03 evade full", "D-10"),
                ("false rout", "if disordered|always|never",
                 '"false" "rout" ":"? (if_disordered | always | never | default)', "After an evasion.",
                 "standing all false rout always", "D-11"),
                ("if target gone", "halt|next|continue",
                 '"if" "target" "gone" ":"? (halt | next_one | go_on | default)',
                 "When the enemy it charges has evaded or routed.", "standing S03 if target gone next", "D-12"),
                ("move", "hold|face|keep <inches>", '"move" ":"? (hold | keep_off | face | default)',
                 "When it has no order to move.", "standing S02 move keep 8", "D-13"),
                ("general", "stay|shaken", '"general" ":"? (stay | shaken | default)',
                 "When a general has no order.", "standing all general shaken", "D-15"),
                ("fire", "at will|hold|within <inches>", '"fire" ":"? (at_will | hold | within | default)',
                 "Without an order to fire.", "standing S01 fire within 6", "D-16"),
                ("sniper", "generals|nearest", '"sniper" ":"? (generals | nearest | default)', "Of a sniper.",
                 "standing all sniper nearest", "D-23"),
                ("hits", "most|pikes|shot", '"hits" ":"? (most | pikes | shots | default)',
                 "Hits left over among mixed troops.", "standing all hits shot", "D-17"),
                ("losses", "rear|front|flank", '"losses" ":"? (rear | front | flank | default)',
                 "Which figures are taken off.", "standing S01 losses flank", "D-18"),
                ("dice", "front|weakest", '"dice" ":"? (front | weakest | default)',
                 "Combat dice left over among several enemies.", "standing all dice weakest", "D-19"),
                ("charge fire", "never|always|pikes", '"charge" "fire" ":"? (never | always | pikes | default)',
                 "When it may shoot as it charges.", "standing S03 charge fire pikes", "D-20"),
                ("friends", "best first|worst first", '"friends" ":"? (best | worst | default)',
                 "The order of tests for routing friends.", "standing all friends worst first", "D-21"),
                ("swerve", "left|right", '"swerve" ":"? (hand | default)', "When both ways round are alike.",
                 "standing all swerve right", "D-22"),
            )
        ),
        *CONTROL_VERBS,
    ),
)  # fmt: skip
"""Every order."""
