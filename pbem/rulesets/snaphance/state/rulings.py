"""The rulings a scenario can switch (SN-Q): of each, the reading that is played unless told otherwise, and the others.

A battle holds only what it has switched (``Battle.rulings``).  Rules ask ``reading`` where a ruling decides, and cite
``switched`` where another reading than the usual one has decided.
"""

from collections.abc import Mapping

import msgspec

from pbem.engine.ids import RuleId
from pbem.rulesets.snaphance.state.battle import Battle, StandType

RULINGS = 76
"""How many rulings the catalogue has: SN-Q with a number from 1."""


class Ruling(msgspec.Struct, frozen=True):
    """A ruling with more than one reading.  readings: each by its name, in one sentence; the usual one first."""

    about: str
    readings: Mapping[str, str]


def _ruling(about: str, **readings: str) -> Ruling:
    return Ruling(about, {name.replace("_", "-"): says for name, says in readings.items()})


TABLE: Mapping[str, Ruling] = {
    "SN-Q1": _ruling(
        "how far a general commands",
        by_training="A general commands to 6 hexes in a well-trained army, to 4 in any other.",
        four="Every general commands to 4 hexes, however his army is trained.",
    ),
    "SN-Q2": _ruling(
        "what three fives and more are",
        pairs="Each pair of fives is a hit, and an odd five is nothing.",
        one_pair="All the fives of a throw together are one hit, if there are two or more.",
    ),
    "SN-Q3": _ruling(
        "whether fire too has a minimum of dice",
        melee_only="Only a battle stand always has a die; a shot without dice is not fired.",
        fire_too="A shot at a target in range always has a die, as a battle stand has.",
    ),
    "SN-Q4": _ruling(
        "what a 6 costs a strong stand that tests its morale",
        adjusted="A 6 is a loss of 1 where the adjusted morale is 6 or more; below that the difference counts.",
        commencing="A 6 is a loss of 1 to every stand that began the battle with 6 SP or more in its front rank.",
    ),
    "SN-Q5": _ruling(
        "whether a failed test rallies",
        rallied="A stand that tries to rally is in order again; failing the test only costs it its action.",
        stays_disordered="A stand that fails its test to rally stays disordered, and its action is over.",
    ),
    "SN-Q6": _ruling(
        "what a stand may do that has rallied",
        all_options="A stand that has rallied may do all that a stand in order may.",
        one_thing="A stand that has rallied makes one move or fires: no second move, no opportunity, not both.",
    ),
    "SN-Q8": _ruling(
        "ties in the dice-off",
        reroll="A tie in the dice-off is thrown again.",
        by_turns="A tie in the dice-off goes to the side that did not have the last activation; the first is thrown"
        " again.",
    ),
    "SN-Q9": _ruling(
        "whether level with the flanks is in front",
        behind="Hexes level with a stand's flanks are behind its front face line.",
        in_front="Hexes level with a stand's flanks are in front of its front face line.",
    ),
    "SN-Q11": _ruling(
        "whether skirmishers have a zone of control",
        none="Skirmishers have no zone of control, wherever they stand.",
        skirmishers_in_cover="Skirmishers in woods, a town, marked cover or behind defences have a zone of control.",
    ),
    "SN-Q13": _ruling(
        "when a stand of several ranks loses its charge bonus",
        front_rank="The charge bonus falls when the front rank has lost SP.",
        any_rank="The charge bonus falls when the stand has lost any SP, of whichever rank.",
    ),
    "SN-Q14": _ruling(
        "against whom pike and shot have their bracketed bonus",
        mounted="The bonus of pike and shot counts against mounted enemies met frontally.",
        all_enemies="The bonus of pike and shot counts against every enemy met frontally, foot too.",
    ),
    "SN-Q15": _ruling(
        "whether depth counts once or for each rank",
        per_rank="Pike have the dice for depth for each rank behind the first.",
        once="Pike have the dice for depth once, however many ranks are behind the first.",
    ),
    "SN-Q16": _ruling(
        "the +2 of heavy cavalry on flank and rear",
        instead="The +2 of heavy cavalry stands instead of the +1 that all have.",
        as_well="The +2 of heavy cavalry comes on top of the +1 that all have.",
    ),
    "SN-Q17": _ruling(
        "what half a support adds",
        bare="A support adds half its SP, less 1 for disorder, with no other factor.",
        adjusted="A support adds half the dice it would throw itself without a charge: depth, ground and all.",
    ),
    "SN-Q18": _ruling(
        "whether pike and shot have defensive fire",
        eligible="Pike and shot have defensive fire at whoever attacks their front.",
        not_listed="Pike and shot, which the list of defensive fire leaves out, have none.",
    ),
    "SN-Q19": _ruling(
        "which fire at contact comes first",
        at_once="All fire at contact is at once.",
        attacked_first="The side that is attacked fires first; its enemy fires with what that has left.",
    ),
    "SN-Q20": _ruling(
        "how often an ongoing melee is fought",
        each_activation="An ongoing melee is fought in each activation of a group with a battle stand in it.",
        once_a_round="An ongoing melee is fought once a round, by whichever group comes first.",
    ),
    "SN-Q22": _ruling(
        "when a group that tests is out of range of its general",
        one_in_range="A group that tests pays for the range only when none of it is in range.",
        all_in_range="A group that tests pays for the range as soon as one of it is out of range.",
    ),
    "SN-Q23": _ruling(
        "how far a stand of 1 MP goes back",
        two_hexes="A stand of 1 MP goes back up to 2 hexes.",
        its_move="A stand of 1 MP goes back 1 hex, as its move is.",
    ),
    "SN-Q24": _ruling(
        "whom the 2 hexes sideways bind",
        all="Nobody goes more than 2 hexes sideways in a move.",
        mounted_only="Only mounted combat stands are bound to 2 hexes sideways in a move.",
    ),
    "SN-Q25": _ruling(
        "lancers that charge out of woods",
        kept="Lancers that start in woods have their charge bonus against an enemy in the open, from the open.",
        none="Lancers that start in woods have no charge bonus.",
    ),
    "SN-Q26": _ruling(
        "whether fields are cover",
        no_fields="Fields are no cover.",
        fields_too="Fields are cover, like woods and towns.",
    ),
    "SN-Q27": _ruling(
        "what light cavalry pays for moving before it fires",
        hexes_and_moves="Light cavalry pays by the hexes of its turn, and a die for each move after the first.",
        hexes_only="Light cavalry pays by the hexes of its turn, and nothing for further moves.",
    ),
    "SN-Q28": _ruling(
        "how often a general helps",
        one_stand="A general helps one stand or group in an activation, at each of its tests.",
        one_test="A general helps at one test in an activation.",
    ),
    "SN-Q30": _ruling(
        "whether a stand that falls back may stop short",
        up_to="Whoever retreats, bounces or evades chooses how far, from 1 hex to the most.",
        full="Whoever retreats, bounces or evades goes as far as it can.",
    ),
    "SN-Q31": _ruling(
        "where a stand beaten on its flank goes",
        away="A stand beaten on its flank goes to the other side.",
        by_the_rear="A stand beaten on its flank goes by its rear hexes, as from its front.",
    ),
    "SN-Q32": _ruling(
        "what zones cost on a retreat",
        per_stand="A retreat costs 1 SP for each enemy stand whose zone of control it enters.",
        per_hex="A retreat costs 1 SP for each hex in an enemy zone of control that it enters.",
    ),
    "SN-Q34": _ruling(
        "how long opportunity lasts",
        until_ended="Opportunity lasts over rounds, until the stand moves, fires or is disordered.",
        one_round="Opportunity ends with the round.",
    ),
    "SN-Q35": _ruling(
        "when shot are supported",
        either="Shot are supported in cover, or next to a friendly combat stand.",
        both="Shot are supported only in cover and next to a friendly combat stand.",
    ),
    "SN-Q38": _ruling(
        "whether turning is moving",
        a_move="A stand that has only turned in its hex has moved, and pays for it when it fires.",
        no_move="A stand that has only turned in its hex has not moved: it fires as one that stood.",
    ),
    "SN-Q39": _ruling(
        "when an army breaks",
        reached="An army breaks when it has lost its number of break points.",
        exceeded="An army breaks when it has lost more than its number of break points.",
    ),
    "SN-Q41": _ruling(
        "whether dragoons are foot",
        foot="Dragoons are foot for every rule of combat.",
        mounted="Dragoons are mounted for every rule of combat, as light cavalry is.",
    ),
    "SN-Q42": _ruling(
        "when ground disorders those who fight over it",
        before_dice="Defences, towns and woods disorder at contact, before any dice.",
        after_dice="Defences, towns and woods disorder once the dice of the first round are thrown.",
    ),
    "SN-Q43": _ruling(
        "whether shot and dragoons without a charge bonus attack",
        bonus_or_ground="Shot and dragoons attack with a charge bonus in their row, or where the ground lets them.",
        always="Shot and dragoons may attack foot, light cavalry and skirmishers without a charge bonus too.",
    ),
    "SN-Q44": _ruling(
        "lines of sight along a hexside",
        both_sides="A line along a hexside is blocked if both hexes block it.",
        either_side="A line along a hexside is blocked if either hex blocks it.",
    ),
    "SN-Q46": _ruling(
        "who bounces",
        all_mounted="In a drawn melee every mounted stand of the bouncing side goes back.",
        battle_stand="In a drawn melee only the mounted battle stand goes back; its supports stay.",
    ),
    "SN-Q47": _ruling(
        "when a fallen general is replaced",
        next_activation="A fallen general is replaced before the next dice-off.",
        next_round="A fallen general is replaced at the start of the next round.",
    ),
    "SN-Q49": _ruling(
        "whether turning and marching off costs the turn",
        paid="Each point of turning costs 1 MP.",
        first_free="The first point that a stand turns before it steps costs nothing.",
    ),
    "SN-Q50": _ruling(
        "who fires and then moves",
        all_but_guns="All but guns may fire and then move; shot, pike and shot and pistols pay a die for it.",
        named_only="Only shot, pike and shot and pistols may fire and then move, for a die.",
        all_pay="All but guns may fire and then move, and all pay a die for it.",
    ),
    "SN-Q52": _ruling(
        "a battle stand that is destroyed alone at equal losses",
        goes_on="At equal losses the strongest support of a battle stand that is gone takes its place.",
        lost="A side whose battle stand alone is destroyed has lost the melee, supports or not.",
    ),
    "SN-Q53": _ruling(
        "whether light cavalry pursues",
        never="Light cavalry does not pursue after a melee.",
        may="Light cavalry may pursue after a melee, on the cavalry's table.",
    ),
    "SN-Q54": _ruling(
        "guns in woods and swamps",
        kept_out="Guns do not enter woods or swamps.",
        halted="Guns enter woods and swamps, and halt there in disorder.",
    ),
    "SN-Q55": _ruling(
        "whether ground halts those who fall back",
        halts="Ground that halts a march ends a retreat, a bounce or an evasion too.",
        runs_on="Ground that halts a march does not halt a retreat, a bounce or an evasion.",
    ),
    "SN-Q56": _ruling(
        "what changes horse pistols",
        own_rule="Horse pistols have the factors of their own rule only.",
        target_too="Horse pistols are fewer against cover, defences, loose stands and guns, as all fire is.",
    ),
    "SN-Q58": _ruling(
        "order tests that pass or fail of themselves",
        by_the_sum="An order test goes by the changed die alone.",
        one_and_six="In an order test a 1 always fails and a 6 always passes.",
    ),
    "SN-Q60": _ruling(
        "the tests of evaders",
        third="The test after the second evasion has no penalty, the next has 1, and so on.",
        second="The test after the second evasion has a penalty of 1 already, the next of 2, and so on.",
        skirmishers_once="Skirmishers evade once from the same attacker, whatever their weapon.",
    ),
    "SN-Q62": _ruling(
        "skirmishers caught in the move in which they evaded",
        no_fire="Skirmishers caught in the same move do not fire, whoever catches them.",
        light_cavalry_only="Skirmishers caught in the same move fire before they are gone, unless light cavalry caught"
        " them.",
    ),
    "SN-Q63": _ruling(
        "attacks on the flank of a stand in a town",
        no_disorder="Who attacks the flank or rear of a stand in a town has no dice for it and causes no disorder.",
        disorder="Who attacks the flank or rear of a stand in a town has no dice for it but disorders it.",
    ),
    "SN-Q64": _ruling(
        "which troops the ground's horse are",
        all_horse="Woods hinder fast horse as they hinder all horse.",
        fast_as_light="Woods hinder fast horse as they hinder light cavalry: it may rally in them.",
    ),
    "SN-Q65": _ruling(
        "where an attack on flank or rear started",
        turn="An attack started where the stand stood when its turn began.",
        move="An attack started where the stand stood when its last move began.",
    ),
    "SN-Q68": _ruling(
        "whether light cavalry and dragoons give supporting fire",
        none="Light cavalry and dragoons give no supporting fire.",
        light_too="Light cavalry and dragoons give supporting fire with half their dice.",
    ),
    "SN-Q72": _ruling(
        "pursuit after pursuit",
        again="Who wins a melee brought about by pursuit may pursue again.",
        one_pursuit="Who wins a melee brought about by its own pursuit does not pursue again.",
    ),
    "SN-Q74": _ruling(
        "mounted combat stands in a town",
        no_fire="Mounted combat stands do not fire out of a town.",
        fire="Mounted combat stands fire out of a town as from anywhere.",
    ),
    "SN-Q75": _ruling(
        "what a stand suffers that is attacked out of a town",
        disorder_too="A stand attacked out of a town has fewer dice, and is disordered as if it attacked the town.",
        dice_only="A stand attacked out of a town has fewer dice, and is not disordered for it.",
    ),
    "SN-Q76": _ruling(
        "whether stands bar the sight of hidden units",
        stands_bar="Stands bar the sight of those behind them, as they bar fire.",
        over_stands="Colours and dust are seen over the stands before them: stands bar no sight.",
    ),
}
"""Every ruling with another reading that is played."""

_NO_OTHER = "it fills a gap for which no text has another reading"
FIXED: Mapping[str, str] = {
    "SN-Q7": "it only settles words",
    "SN-Q10": "the arcs are only drawn, and no text has others",
    "SN-Q12": "all rules of attack build on it",
    "SN-Q21": "it only settles the numbers of rules",
    "SN-Q29": "it is data: a row's `pursuit` and `pursuit_table`",
    "SN-Q33": _NO_OTHER,
    "SN-Q36": "the rule itself takes the two shots one by one",
    "SN-Q37": _NO_OTHER,
    "SN-Q40": "it is data: a row's `bp`",
    "SN-Q45": "it is data: the army list and the scenario",
    "SN-Q48": "it is data: the columns a row fills",
    "SN-Q51": _NO_OTHER,
    "SN-Q57": "it is data: each row holds in its own battle",
    "SN-Q59": "it only puts in order what SN-4.4a says",
    "SN-Q61": "all rules of passing and displacing build on it",
    "SN-Q66": "it lets players attack both ways",
    "SN-Q67": "it is data: `year`, and a row's `century`",
    "SN-Q69": _NO_OTHER,
    "SN-Q70": _NO_OTHER,
    "SN-Q71": _NO_OTHER,
    "SN-Q73": _NO_OTHER,
}
"""Why the other rulings have one reading only."""

SWITCHABLE: Mapping[RuleId, tuple[str, ...]] = {RuleId(one): tuple(row.readings) for one, row in TABLE.items()}
"""The readings of each ruling that can be switched, the usual one first."""

_USUAL: Mapping[str, str] = {one: names[0] for one, names in SWITCHABLE.items()}


# --- asking ---------------------------------------------------------------------------------------------------------


def reading(battle: Battle, ruling: str) -> str:
    """The reading of a ruling in a battle.  Raises KeyError for one that has none but its own."""
    return battle.rulings.get(ruling) or _USUAL[ruling]


def switched(battle: Battle, *rulings: str) -> tuple[str, ...]:
    """Those of the rulings that the battle reads otherwise than is usual: to be cited where they decide."""
    return tuple(one for one in rulings if one in battle.rulings) if battle.rulings else ()


def switched_ids(battle: Battle, *rulings: str) -> tuple[RuleId, ...]:
    """The same as rule IDs."""
    return tuple(RuleId(one) for one in switched(battle, *rulings))


def says(battle: Battle, ruling: str) -> str:
    """What a ruling says in a battle, in a sentence; '' for one that cannot be switched."""
    row = TABLE.get(ruling)
    return row.readings[reading(battle, ruling)] if row is not None else ""


def in_order(rulings: Mapping[str, str]) -> tuple[str, ...]:
    """Rulings by their number."""
    return tuple(sorted(rulings, key=lambda one: int(one.removeprefix("SN-Q"))))


# --- at the start ---------------------------------------------------------------------------------------------------


def command_range(rulings: Mapping[str, str], training: object) -> int:
    """Hexes to which a general commands who is given no number of his own (SN-Q1)."""
    return 6 if training == "well" and rulings.get("SN-Q1") != "four" else 4


def mounted_by(rulings: Mapping[str, str], kind: StandType) -> StandType:
    """A row as it is by SN-Q41: dragoons that fight mounted."""
    rides = kind.category == "Dr" and rulings.get("SN-Q41") == "mounted"
    return msgspec.structs.replace(kind, rides=True) if rides else kind


def breaks_at(rulings: Mapping[str, str], number: int) -> int:
    """Points lost at which an army breaks whose number is this; 0: it does not break (SN-Q39)."""
    return number + 1 if number and rulings.get("SN-Q39") == "exceeded" else number


def read_otherwise(battle: Battle, rulings: Mapping[str, str]) -> Battle:
    """A battle at its start by other readings than it was set up with; what they change in the armies is changed.

    rulings: faultless.  A command range of 6 counts as one that training has given.
    """
    kept = chosen(rulings)
    replace = msgspec.structs.replace
    armies = tuple(
        replace(one, break_at=breaks_at(kept, one.break_at - (battle.rulings.get("SN-Q39") == "exceeded")))
        for one in battle.armies
    )
    training = {one.id: one.training for one in armies}
    generals = {
        c: replace(one, range=command_range(kept, training[one.side])) if one.range in (4, 6) else one
        for c, one in battle.commanders.items()
    }
    types = {name: mounted_by(kept, replace(kind, rides=False)) for name, kind in battle.types.items()}
    return replace(battle, rulings=kept, armies=armies, commanders=generals, types=types)


# --- reading --------------------------------------------------------------------------------------------------------


def fault_of(ruling: str, wanted: object) -> str:
    """What is wrong with a ruling as a file names it; '' when nothing is."""
    number = ruling.removeprefix("SN-Q")
    if not ruling.startswith("SN-Q") or not number.isdecimal() or not 1 <= int(number) <= RULINGS:
        return f"there is no ruling {ruling}: the last is SN-Q{RULINGS}"
    if ruling not in TABLE:
        return f"{ruling} has one reading only: {FIXED[ruling]}; those with more: {', '.join(TABLE)}"
    if not isinstance(wanted, str) or wanted not in TABLE[ruling].readings:
        there = "; ".join(f"{name} ({says})" for name, says in TABLE[ruling].readings.items())
        return f"{ruling} has no reading {wanted!r}; there are: {there}"
    return ""


def chosen(wanted: Mapping[str, str]) -> Mapping[str, str]:
    """Of faultless readings those that are not the usual ones, by number."""
    return {one: wanted[one] for one in in_order(wanted) if wanted[one] != _USUAL[one]}
