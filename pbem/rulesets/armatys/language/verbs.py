"""The verbs of Armatys' orders: a row each, for grammar, help, form and "did you mean"."""

from pbem.engine.orders import CONTROL_KIND, CONTROL_VERBS, VerbTable, verb

FRAME = r"""
order: who ":"? steps near? -> for_units | "standing" scope ":"? standing -> standing_for
steps: step (_sep step)*
_sep: "," ("then" | "and")? | ";" "then"? | "then" | "and"
near: ","? ("unless" | "if" "no") "an"? "enemy" ("is" | "comes")? "within" length -> unless_near
    | ","? "until" "an"? "enemy" ("is" | "comes")? "within" length -> keep_off
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
enemy: "unit"? CODE
default: "default"
stand: "stand"
counter: "counter" | "counter-charge" | "countercharge"
flee: "break" | "retire"
redirect: "redirect"
press_on: "press" "on"
fire: "fire"
hold: "hold"
fix: "fix"
wait: "wait" | "never"
chargers: "chargers"
charged: "charged"
anyone: "any"
swords: "swords"
pistols: "pistols"
test: "test"
pursue: "pursue"
let_go: "let" "go"
stop: "stop"
through: "through"
at_will: "at" "will"
within: "within" length
counters: "counters"
reload: "reload"
needed: "needed"
always: "always"
never: "never"
yes: "yes"
no: "no"
easier: "easier"
harder: "harder"
unused: "unused"
go: "go"
stay: "stay"
CODE.3: /(?:[a-z]{1,3}|\?)[0-9]{1,3}(?!\w)/
SPOT.4: /[0-9]{1,3}(?:\.[0-9]+)?,[0-9]{1,3}(?:\.[0-9]+)?(?![\w."\u00b0])/
INCHES.2: /[0-9]{1,3}(?:\.[0-9]+)?"(?!\w)/
DEGREES.2: /[0-9]{1,3}(?:\.[0-9]+)?\u00b0(?!\w)/
NUMBER.1: /[0-9]{1,3}(?:\.[0-9]+)?(?![\w."\u00b0]|,[0-9])/
%ignore " "
"""
KINDS = {
    "step": (
        "Orders to units and generals",
        (
            "`<unit>` is a code (`S01`, a general `SG1`), several, or `all`. Put everything a unit does on one line, "
            "in its order, with commas between. Lengths are inches, angles degrees. A bound gives a unit one move of "
            "time: a wheel costs the way of its outer corner, a turn, a change of formation, a hedge or wall "
            "half of it. A "
            "move may end with `unless enemy within 6` (then the unit stays where it is) or `until enemy within 3` (it "
            "stops so far off)."
        ),
    ),
    "standing": (
        "Standing orders",
        (
            "They act every bound until they are changed: `standing S01 volley hold`, `standing all pursuit pursue`. A "
            "unit's own order goes before one for `all`; `default` takes an order back."
        ),
    ),
    "control": CONTROL_KIND,
}  # fmt: skip

VERBS = VerbTable(
    frame=FRAME,
    terms={
        "CODE": "a unit by its code, such as S01", "SPOT": "a place such as 24,18", "NUMBER": "a number, such as 4",
    },
    kinds=KINDS,
    verbs=(
        verb("step", "hold", "<unit> hold", '"hold" | "stand" "fast"', "It stays where it is.", "S01 hold"),
        verb("step", "forward", "<unit> forward <inches>", '("forward" | "ahead" | "advance") length', "Straight on.",
             "S01 forward 4", "AR-move-1"),
        verb("step", "to", "<unit> to <place>", '("to" | "toward") place',
             "It wheels toward a place or unit and goes as far as it can; a general rides there.", "S01 to 24,18",
             "AR-G11"),
        verb("step", "wheel", "<unit> wheel left|right <degrees>", '"wheel" (hand angle | angle hand)',
             "About the front corner on that side.", "S01 wheel left 20, forward 3", "AR-G11"),
        verb("step", "turn", "<unit> turn <facing>", '"turn" "to"? facing | "about" "turn"? -> turn_about'
             ' | "turn" "about" -> turn_about',
             "On the spot, to a bearing or point of the compass; half a move.", "S01 turn east", "AR-G12"),
        verb("step", "back", "<unit> back <inches>", '("back" | "backward") length', "Facing kept, at half the rate.",
             "S01 back 2", "AR-G12"),
        verb("step", "aside", "<unit> right|left <inches>", '("sidestep" | "aside")? (hand length | length hand)',
             "Sideways, facing kept, at half the rate.", "S01 right 2", "AR-G12"),
        verb("step", "charge", "<unit> charge <enemy> [wheel left|right <degrees>]",
             '"charge" enemy ("with"? "a"? "wheel" (hand angle | angle hand))?',
             "A test, then into contact; without a wheel the least that touches is found.", "S01 charge N02",
             "AR-chg-1", "AR-G15"),
        verb("step", "counter", "<unit> counter-charge [<enemy>]", '"counter-charge" enemy?',
             "Its answer in this bound, if it is charged: a test, then to meet him.", "S04 counter-charge N05",
             "AR-D4"),
        verb("step", "receive", "<unit> stand", '"stand" | "receive" "charge"',
             "Its answer in this bound, if it is charged.", "S01 stand", "AR-D4"),
        verb("step", "retire", "<unit> break off", '"break" "off"',
             "Its answer in this bound, if it is charged: it breaks and retires.", "S06 break off", "AR-D4"),
        verb("step", "pistols", "<unit> fire pistols then swords", '"fire" "pistols" ("then" "swords")?',
             "In this bound's melee, if it does not charge.", "S04 fire pistols then swords", "AR-pist-7"),
        verb("step", "fire", "<unit> fire <enemy>", '("fire" | "shoot") "at"? enemy', "Its fire after the moves.",
             "S01 fire N02", "AR-fire-9"),
        verb("step", "form", "<unit> form <files> files", '"form" "up"? ("in" | "column" "of")? NUMBER "files"',
             "A change of formation; half a move.", "S01 form 8 files", "AR-move-3"),
        verb("step", "column", "<unit> march column", '("form" "a"?)? "march" "column"',
             "One file wide, for roads and bridges; half a move.", "S01 march column", "AR-ter-7"),
        verb("step", "face", "<unit> face <enemy>", '"face" enemy',
             "A unit attacked only in flank or rear turns to an enemy.", "S01 face N02", "AR-Q53"),
        verb("step", "cross", "<unit> cross", '"cross" "the"? "bridge"?',
             "Over the bridge before it, in march column.", "S01 cross", "AR-ter-7"),
        verb("step", "mount", "<unit> mount", '"mount" "up"?', "Dragoons mount; half a move.", "S06 mount",
             "AR-move-3"),
        verb("step", "dismount", "<unit> dismount", '"dismount"', "Dragoons dismount; half a move.", "S06 dismount",
             "AR-move-3"),
        verb("step", "limber", "<unit> limber", '"limber" "up"?', "A gun is made ready to be drawn.", "S07 limber",
             "AR-art-3"),
        verb("step", "unlimber", "<unit> unlimber", '"unlimber"', "A gun is made ready to fire.", "S07 unlimber",
             "AR-art-4"),
        verb("step", "push", "<unit> push <inches>", '("push" | "by" "hand") length', "A prepared gun, by its crew.",
             "S07 push 1", "AR-art-2"),
        verb("step", "fix", "<unit> fix bayonets", '"fix" "bayonets"?', "Plug bayonets: no more fire.",
             "S01 fix bayonets", "AR-Q56"),
        verb("step", "unfix", "<unit> unfix bayonets", '"unfix" "bayonets"?', "They are taken off; half a move.",
             "S01 unfix bayonets", "AR-Q56"),
        verb("step", "detach", "<unit> detach <new unit> <files> files left|right",
             '"detach" CODE NUMBER "files" ("on" | "to")? "the"? hand',
             "So many files on one flank become a unit of their own, beside it.", "S01 detach S11 3 files left",
             "AR-form-4", "AR-G26"),
        verb("step", "rejoin", "<unit> rejoin <parent>", '"rejoin" CODE', "A detached unit rejoins, in contact.",
             "S11 rejoin S01", "AR-form-8"),
        verb("step", "man", "<unit> man the gun", '"man" ("the" | "its")? "gun"? | "re-man"',
             "A crew that ran goes back to its gun, eight inches less its counters, and mans it in contact.",
             "S07 man the gun", "AR-Q25", "AR-art-2"),
        verb("step", "rest", "<unit> rest", '"rest" | "recover"', "It does nothing, and loses a counter.", "S01 rest",
             "AR-mor-7"),
        verb("step", "reload", "<unit> reload", '"reload" "pistols"?', "It does nothing, and loads its pistols.",
             "S04 reload", "AR-pist-4"),
        verb("step", "join", "<general> join <unit>", '"join" CODE', "He rides to a unit of his side.", "SG1 join S03",
             "AR-gnl-1"),
        verb("step", "speak", "<general> speak to <unit>", '("speak" | "speech" | "general" "speech") "to"? CODE',
             "A rousing speech to the unit he is with.", "SG1 speak to S03", "AR-gnl-6"),
        *(
            verb("standing", word, f"standing <unit>|all {word} {answers}", grammar, told, example, rule)
            for word, answers, grammar, told, example, rule in (
                ("if charged by horse", "stand|counter|break",
                 '"if" "charged" "by" "horse" ":"? (stand | counter | flee | default)',
                 "When mounted troops charge it.", "standing S04 if charged by horse counter", "AR-D4"),
                ("if charged by foot", "stand|counter|break",
                 '"if" "charged" "by" "foot" ":"? (stand | counter | flee | default)',
                 "When foot charges it.", "standing S01 if charged by foot stand", "AR-D4"),
                ("if charged", "stand|counter|break", '"if" "charged" ":"? (stand | counter | flee | default)',
                 "Both of these.", "standing S01 if charged stand", "AR-D4"),
                ("if counter fails", "stand|break",
                 '"if" ("counter" | "counter-charge") "fails" ":"? (stand | flee | default)',
                 "When its counter-charge has failed.", "standing all if counter fails stand", "AR-D5"),
                ("if charged while charging", "redirect|press on",
                 '"if" "charged" "while" "charging" ":"? (redirect | press_on | default)',
                 "When it is charging itself.", "standing all if charged while charging press on", "AR-D6"),
                ("volley", "fire|hold", '"volley" (fire | hold | default)', "When it stands a charge.",
                 "standing S01 volley hold", "AR-D8"),
                ("bayonets against horse", "fix|fire", '"bayonets" "against" "horse" (fix | fire | default)',
                 "Plug bayonets.", "standing S01 bayonets against horse fix", "AR-D8"),
                ("bayonets against foot", "fire|fix", '"bayonets" "against" "foot" (fix | fire | default)',
                 "Plug bayonets.", "standing S01 bayonets against foot fire", "AR-D8"),
                ("support fire", "wait|chargers|charged|any",
                 '"support" "fire" "at"? (wait | chargers | charged | anyone | default)',
                 "Fire before the melee, at enemies who charge or are charged.", "standing S02 support fire chargers",
                 "AR-D9"),
                ("melee", "swords|pistols", '"melee" "with"? (swords | pistols | default)',
                 "Horse with loaded pistols.", "standing S04 melee pistols", "AR-D10"),
                ("pursuit", "test|pursue", '"pursuit" (test | pursue | default)', "When its enemy has broken.",
                 "standing S04 pursuit pursue", "AR-D12"),
                ("shot enemy", "let go|pursue", '"shot" "enemy" (let_go | pursue | default)',
                 "When an enemy in contact is broken by fire.", "standing S04 shot enemy pursue", "AR-D19"),
                ("friends", "stop|through", '"friends" (stop | through | default)', "When a friend is in its way.",
                 "standing S04 friends through", "AR-D20"),
                ("fire", "at will|hold|within <inches>", '"fire" (at_will | hold | within | default)',
                 "After the moves, without an order to fire.", "standing S01 fire within 4", "AR-D15"),
                ("rest", "counters|reload", '"rest" (counters | reload | default)', "When it has done nothing.",
                 "standing S04 rest reload", "AR-D16"),
                ("speech", "needed|always|never", '"speech" (needed | always | never | default)',
                 "When a general is with it.", "standing all speech always", "AR-D17"),
                ("horse for general", "no|yes", '"horse" "for" "the"? "general" (no | yes | default)',
                 "When its general has lost his.", "standing S04 horse for general yes", "AR-D18"),
                ("general", "easier|harder|unused", '"general" (easier | harder | unused | default)',
                 "What his presence does to the numbers required.", "standing S04 general easier", "AR-D3"),
                ("general with charge", "go|stay", '"general" "with" "charge" (go | stay | default)',
                 "Whether he goes with chargers.", "standing all general with charge stay", "AR-D7"),
                ("general with break", "stay|go", '"general" "with" "break" (go | stay | default)',
                 "Whether he goes with a unit that breaks.", "standing all general with break go", "AR-D7"),
                ("general with pursuit", "stay|go", '"general" "with" "pursuit" (go | stay | default)',
                 "Whether he goes with a pursuit.", "standing all general with pursuit go", "AR-D7"),
            )
        ),
        *CONTROL_VERBS,
    ),
)  # fmt: skip
"""Every order."""
