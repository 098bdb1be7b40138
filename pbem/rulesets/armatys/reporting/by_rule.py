"""A sentence for each fact of special rules, from the view before it."""

from pbem.engine.narrator.telling import Sentence
from pbem.engine.reporting import RollLine
from pbem.engine.special import SpecialRule
from pbem.engine.table.references import say_spot
from pbem.rulesets.armatys.state import special_rules as k
from pbem.rulesets.armatys.state.battle import Battle
from pbem.rulesets.armatys.state.special_facts import CameBack, FollowTried, SpecialActed


def special_acted(view: Battle, fact: SpecialActed) -> Sentence:
    """``is let go: it may charge``, ``is held back still``; of a panic, what begins it."""
    acts, holds = _WORDS[type(view.special[fact.rule])]
    words = acts if fact.acts else holds
    if fact.unit in view.generals:
        return Sentence(text=f"{view.generals[fact.unit].name or fact.unit} {words}.")
    if fact.die is None:
        return Sentence(text=f"{words}.", subject=fact.unit)
    told = RollLine(fact.unit, "a special rule", (fact.die,), (fact.acts,), "acts" if fact.acts else "does not act")
    return Sentence(text=f"{words}.", subject=fact.unit, rolls=(told,))


_WORDS: dict[type[SpecialRule], tuple[str, str]] = {
    k.Bridled: ("is let go: it and those with it may charge", "is held back in this bound"),
    k.MustAdvance: ("and those with it will go at the nearest enemy Horse", "and those with it keep their ground"),
    k.Disheartened: ("loses heart with the others of its brigade", ""),
    k.Panic: ("is lost, and the raw foot near it panics", ""),
    k.RidesThrough: ("rides through the enemy unharmed", ""),
}
"""What is said of each kind when it acts, and when its die fails."""


def came_back(view: Battle, fact: CameBack) -> Sentence:
    """``comes back at 22,4``; or it does not."""
    if fact.to is None:
        return Sentence(text="has not come back yet.", subject=fact.unit, rolls=_die(fact.unit, fact.die, went=False))
    words = f"comes back at {say_spot(fact.to.at)}."
    return Sentence(
        text=words, subject=fact.unit, kind="arrival", weight=3, brief=f"{fact.unit} has come back",
        rolls=_die(fact.unit, fact.die, went=True),
    )  # fmt: skip


def follow_tried(view: Battle, fact: FollowTried) -> Sentence:
    """Whether it goes after the line before it."""
    words = "follows the line before it." if fact.goes else "does not follow the line before it."
    return Sentence(text=words, subject=fact.unit, rolls=_die(fact.unit, fact.die, went=fact.goes))


def _die(who: str, die: int, *, went: bool) -> tuple[RollLine, ...]:
    return (RollLine(who, "a special rule", (die,), (went,), "yes" if went else "no"),)
