"""A rule set before it can fight a battle: the parts that are used without a game."""

from dataclasses import dataclass

from pbem.engine.armylist import ArmyListReader
from pbem.engine.casekit.results import Vocabulary


@dataclass(frozen=True, kw_only=True)
class RulesLibrary:
    """What there is of a rule set that has no value to play by yet."""

    name: str
    """The name of its folder, as cases and army lists name it."""
    title: str
    """Its name for people."""
    vocabulary: Vocabulary | None = None
    """Plays one case of ``pbem case``."""
    army_list: ArmyListReader | None = None
    """Reads and prices a list of ``pbem army check``."""
