"""What was decided for a seat, stand by stand: by whom, in words, and the line that would have settled it before."""

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from pbem.engine.asks import Decided, Decider, Given
from pbem.engine.hexes import distance
from pbem.engine.ids import GroupId, StandId
from pbem.engine.reporting import Settled
from pbem.engine.ruleset import SeatTurn
from pbem.engine.wording import capital, listed, plural
from pbem.rulesets.snaphance.deciding.responding import orders_for
from pbem.rulesets.snaphance.deciding.standing import in_words
from pbem.rulesets.snaphance.standing.decisions import STANDING, spoken
from pbem.rulesets.snaphance.standing.orders import yes_or_no
from pbem.rulesets.snaphance.state.asks import (
    AskChange,
    AskEvasions,
    AskGroup,
    AskMelee,
    AskReaction,
    AskStand,
    AskWay,
    AskYesNo,
    Reaction,
    Response,
)
from pbem.rulesets.snaphance.state.battle import Battle
from pbem.rulesets.snaphance.state.commands import Decision, StandingOrder
from pbem.rulesets.snaphance.state.facts import StandingOrderFired
from pbem.rulesets.snaphance.writing.writing import group_word, standing_text


class Part(msgspec.Struct, frozen=True, kw_only=True):
    """One stand's share of a decision."""

    stand: StandId | None
    matter: str
    what: str
    """What was decided, without the stand (``evaded N01``)."""
    by: Decider
    order: str = ""
    """The standing order that decided, in words."""
    settles: StandingOrder | GroupId
    """What would have settled it; a group: a bid for it."""

    @property
    def subject(self) -> str:
        """Whom and what it settles."""
        one = self.settles
        return f"{one.stand or one.group} {one.decision}" if isinstance(one, StandingOrder) else "bid"

    @property
    def kind(self) -> str:
        """What it settles, for either side."""
        return self.settles.decision if isinstance(self.settles, StandingOrder) else "bid"

    def line(self, view: Battle) -> str:
        """What would have settled it, as it is written."""
        one = self.settles
        if isinstance(one, StandingOrder):
            return f"standing {standing_text(view, one)}"
        return f"bid {group_word(view, one)}"


BY: Mapping[Decider, str] = {
    "default": "by default", "player": "you were asked", "deadline": "no answer had come in time",
}  # fmt: skip
"""Who decides what a standing order might have."""
MOST_TOLD = 8
"""Of each sort; more would bury the story."""


def settled(turn: SeatTurn[Battle]) -> tuple[tuple[Settled, ...], tuple[Settled, ...]]:
    """What the reader's standing orders decided in a turn, and what might have been said in advance: what he was asked
    first, then what fell to defaults."""
    acted: dict[tuple[str, str], Settled] = {}
    left: dict[str, Settled] = {}
    for happening in turn.happenings:
        fact = happening.fact
        if isinstance(fact, StandingOrderFired) and not fact.by_default:
            words = f"{fact.stand}: {spoken(fact.decision)} {fact.value}"
            what = f"{fact.stand} {FIRED[fact.decision]}"
            acted.setdefault((what, words), Settled(what, "standing order", words))
        for part in parts(happening.before, fact) if isinstance(fact, Decided) else ():
            what = f"{part.stand} {part.what}" if part.stand is not None else capital(part.what)
            if part.by == "standing order":
                acted.setdefault((what, part.order), Settled(what, "standing order", part.order))
            elif part.by in BY and _goes_before(part, left.get(part.subject)):
                left[part.subject] = Settled(what, BY[part.by], part.line(happening.before), part.kind)
    asked = sorted(left.values(), key=lambda one: one.by == BY["default"])
    return tuple(acted.values())[:MOST_TOLD], tuple(asked)[:MOST_TOLD]


def _goes_before(part: Part, had: Settled | None) -> bool:
    """Whether what was decided now is told, and not what was decided of the same before: an answer before a default,
    what was done before what was not, the later before the earlier."""
    if had is None:
        return True
    if part.by == "default" and had.by != BY["default"]:
        return False
    undone = isinstance(part.settles, StandingOrder) and part.settles.value == "never"
    return not undone or had.line.endswith(" never")


FIRED: Mapping[str, str] = {
    "idle": "had no order it could carry out", "rally": "tried to rally first", "opportunity": "tested to wait",
    "extra_moves": "tried no further move", "attack": "was held to its attacks",
    "attach": "had its general ride to it",
}  # fmt: skip
"""What a standing order that is no ask's came to."""

DID: Mapping[str, tuple[str, str]] = {
    "evade": ("evaded {other}", "did not evade {other}"),
    "evade_again": ("evaded {other} once more", "did not evade {other} again"),
    "sk_support": ("evaded {other}", "stayed to support against {other}"),
    "evade_fire": ("evaded the fire of {other}", "did not evade the fire of {other}"),
    "defensive_fire": ("fired at {other}, which attacked it", "held its fire when {other} attacked it"),
    "fight_on": ("fought on against {other}", "did not fight on against {other}"),
    "pursue": ("pursued {other}", "did not pursue {other}"),
    "face_attacker": ("turned to face {other}", "did not turn to face {other}"),
    "follow": ("went on after {other}", "did not go on after {other}"),
    "extra_follow": ("tried a further move after {other}", "tried no further move after {other}"),
    "town_hold": ("held its town against {other}", "gave up its town to {other}"),
    "if_opp_charged": ("fired before {other} charged it", "did not fire before {other} charged it"),
    "abort_if_hit": ("gave up its charge under the fire of {other}", "went on with its charge when {other} had hit it"),
}
"""What a yes and a no came to."""

SAID: Mapping[str, tuple[str, str]] = {
    "evade": ("always", "never"), "evade_fire": ("always", "never"), "abort_if_hit": ("always", "never"),
    "follow": ("move", "stop"), "extra_follow": ("2", "move"), "sk_support": ("evade", "fire"),
    "if_opp_charged": ("fire", "keep cb"),
}  # fmt: skip
"""The words of a standing order for yes and for no, where they are not just these."""

WENT: Mapping[str, tuple[str, Decision]] = {
    "evade": ("evaded by {hexes}", "evade_distance"), "retreat": ("fell back by {hexes}", "retreat_distance"),
    "bounce": ("drew off by {hexes}", "bounce_distance"), "pursue": ("pursued by {hexes}", "pursue_side"),
    "break_off": ("broke off by {hexes}", "break_off_to"),
    "opportunity_charge": ("came upon {other} by {hexes}", "opportunity_charge"),
}  # fmt: skip
BY_LENGTH = frozenset({"evade", "retreat", "bounce"})
"""Ways that a standing order settles by their length; of the others it says: as by default."""
CHOSE: Mapping[str, tuple[str, Decision]] = {
    "battle_stand": ("fought {other} of several", "battle_stand"), "support": ("supported against {other}", "support"),
    "target": ("shot at {other} of several", "target"), "face_attacker": ("turned to face {other}", "face_attacker"),
}  # fmt: skip


def parts(view: Battle, decided: Decided) -> Iterator[Part]:
    """A closed ask as what was decided for each stand; orders are none of it.  view: of its seat, as it was asked."""
    ask, given = decided.ask, decided.given
    match ask:
        case AskYesNo():
            yield _yes_no(ask, given.answer.yes, given.by, given.note)
        case AskEvasions(questions=questions):
            for one in questions:
                said = yes_or_no(view, one) if given.by == "standing order" else None
                note = in_words(said[1]) if said is not None else ""
                yield _yes_no(one, one.stand in given.answer.going, _decider(given.by, bool(note)), note)
        case AskReaction():
            yield from _reaction(view, ask, given)
        case AskWay() | AskStand() | AskMelee() | AskChange() | AskGroup():
            what, settles = _choice(view, ask, given.answer)
            stand = settles.stand if isinstance(settles, StandingOrder) else None
            matter = getattr(ask, "matter", "")
            yield Part(stand=stand, matter=matter, what=what, by=given.by, order=given.note, settles=settles)
        case _:
            return


def _decider(by: Decider, spoken_for: bool) -> Decider:
    """Who decided for one stand of several: where standing orders did, those without one did as by default."""
    return "default" if by == "standing order" and not spoken_for else by


def _yes_no(ask: AskYesNo, yes: bool, by: Decider, note: str) -> Part:
    decision: Decision = "follow" if ask.matter == "extra_follow" else ask.matter
    value = SAID.get(ask.matter, ("yes", "no"))[0 if yes else 1]
    what = DID[ask.matter][0 if yes else 1].format(other=ask.other or "the enemy")
    settles = StandingOrder(decision, value, stand=ask.stand)
    return Part(stand=ask.stand, matter=ask.matter, what=what, by=by, order=note, settles=settles)


def _choice(
    view: Battle,
    ask: AskWay | AskStand | AskMelee | AskChange | AskGroup,
    answer: Any,  # noqa: ANN401  # of the ask's type
) -> tuple[str, StandingOrder | GroupId]:
    """What a choice of one of several came to, and what would have settled it."""
    match ask:
        case AskGroup():
            return f"{group_word(view, answer.group)} was declared", answer.group
        case AskWay(stand=stand, matter=matter):
            did, decision = WENT[matter]
            value = STANDING[decision].default if matter not in BY_LENGTH else _distance(len(answer.path))
            hexes = plural(len(answer.path), "hex", "hexes")
            return did.format(hexes=hexes, other=ask.other), StandingOrder(decision, value, stand=stand)
        case AskStand(matter="commander_with", stand=stand):
            goes = answer.stand or stand
            order = StandingOrder("commander_with", goes, group=view.stands[stand].group)
            return f"an officer took over with {goes}", order
        case AskStand(stand=stand, matter=matter):
            did, decision = CHOSE[matter]
            what = did.format(other=answer.stand) if answer.stand else "did not turn"
            return what, StandingOrder(decision, answer.stand or "no", stand=stand)
        case AskMelee(stand=stand):
            mine = view.stands[stand].side
            (enemy,) = [one for one in view.melees[answer.melee].stands.values() if view.stands[one].side != mine]
            return f"joined the melee against {enemy}", StandingOrder("join_melee", enemy, stand=stand)
        case AskChange(stand=stand):
            value = f"{answer.by:+d}" if answer.by else "0"
            what = f"had {value} from its general on its pursuit die"
            return what, StandingOrder("pursuit_leader", value, stand=stand)


def _distance(hexes: int) -> str:
    """The word for a way as long as this."""
    return str(hexes) if 1 <= hexes <= 4 else "max"


def _reaction(view: Battle, ask: AskReaction, given: Given[Reaction]) -> Iterator[Part]:
    for stand in dict.fromkeys(option.stand for option in ask.options):
        done = next((one for one in given.answer.responses if one.stand == stand), None)
        used = [one for one in orders_for(view, ask, stand) if one is not None] if given.by == "standing order" else []
        yield Part(
            stand=stand, matter="reaction", what=_reacted(ask, done), by=_decider(given.by, bool(used)),
            order=listed([in_words(one) for one in used]), settles=_reaction_order(view, ask, stand, done),
        )  # fmt: skip


def _reacted(ask: AskReaction, done: Response | None) -> str:
    if done is None:
        return f"went on waiting when {listed(ask.stands)} gave it cause"
    return f"fired on opportunity at {done.at}" if done.does == "fire" else f"charged {done.at} on opportunity"


def _reaction_order(view: Battle, ask: AskReaction, stand: StandId, done: Response | None) -> StandingOrder:
    """A standing order that does what was done."""
    if ask.cause == "shot":
        return StandingOrder("if_fired_on", done.does if done is not None else "hold", stand=stand)
    if done is not None and done.does == "charge":
        return StandingOrder("opportunity_charge", f"at {done.at}", stand=stand)
    if done is not None:
        far = distance(view.stands[stand].hex, view.stands[done.at].hex)
        return StandingOrder("opportunity_fire", f"at {done.at} within {far}", stand=stand)
    fires = any(one.stand == stand and one.does == "fire" for one in ask.options)
    return StandingOrder("opportunity_fire" if fires else "opportunity_charge", "never", stand=stand)
