"""Scenario files: finding them, reading them, saying on which line something is wrong."""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec

from pbem.engine.ruleset import RuleSet, Scenario
from pbem.engine.spec import ScenarioFault
from pbem.paths import SCENARIOS
from pbem.rulesets import UnknownRules, rule_set, rule_sets
from pbem.yamlfile import Located, YamlFault, parse_yaml, text_of

ARMY_LIST = "army-list"
HISTORY = "-history"
"""Behind the name of a scenario: the file of the orders really given."""


class BadScenario(Exception):
    """A scenario that cannot be played.  faults: one line each: file, line, place, what."""

    def __init__(self, faults: tuple[str, ...]) -> None:
        """faults: as told to the author of the file."""
        super().__init__("\n".join(faults))
        self.faults = faults


class SeveralScenarios(BadScenario):
    """A name without its rule set that several rule sets have a battle of.  name: as given; names: each in full."""

    def __init__(self, name: str, names: tuple[str, ...]) -> None:
        """The names in the order of the rule sets."""
        super().__init__((f"several rule sets have a battle {name!r}: {', '.join(names)}",))
        self.name, self.names = name, names


class Loaded(msgspec.Struct, frozen=True):
    """A scenario that can be played, its rule set, and what is odd about it (one line each)."""

    scenario: Scenario[Any]
    rules: RuleSet[Any]
    warnings: tuple[str, ...]


def scenario_names() -> tuple[str, ...]:
    """The scenarios there are, each by the names of its rule set and its file (``rules/battle``), in order."""
    return tuple(
        sorted(
            f"{path.parent.name}/{path.stem}"
            for path in SCENARIOS.glob("*/*.yaml")
            if not path.stem.startswith(ARMY_LIST) and not path.stem.endswith(HISTORY)
        )
    )


def first_scenario() -> str:
    """The battle for newcomers and for the demo: that of the first rule set which has one; '' for none."""
    return _first(
        f"{rules.name}/{rules.course.showcase.first}" for rules in rule_sets().values() if rules.course.showcase.first
    )


def largest_scenario() -> str:
    """The battle that measurements are made with: that of the first rule set which has one; '' for none."""
    return _first(largest_scenarios())


def largest_scenarios() -> tuple[str, ...]:
    """The largest battle of each rule set that has one."""
    return tuple(
        f"{rules.name}/{rules.course.showcase.largest}"
        for rules in rule_sets().values()
        if rules.course.showcase.largest
    )


def _first(names: Iterable[str]) -> str:
    return next(iter(names), "")


def one_scenario(name: str) -> str:
    """A battle as it is named at the command line, with its rule set where that can be but one; '' stays.

    Raises SeveralScenarios for a name that several rule sets have: which of them is the player's to say.
    """
    known = scenario_names()
    names = tuple(f"{rules}/{name}" for rules in rule_sets() if f"{rules}/{name}" in known)
    if len(names) > 1:
        raise SeveralScenarios(name, names)
    return names[0] if names else name


def find_scenario(name: str | Path) -> Path:
    """The file of a scenario: a path, or a name with or without its rule set (``harrow-down``).

    Where several rule sets have a battle of that name, it is that of the first in the list.  Raises BadScenario.
    """
    if isinstance(name, Path) or name.endswith((".yaml", ".yml")):
        return Path(name)
    known = scenario_names()
    found = _first(one for one in (name, *(f"{rules}/{name}" for rules in rule_sets())) if one in known)
    if not found:
        told = f"there is no scenario {name!r}; there are: {', '.join(known)}; or give the path of a file"
        raise BadScenario((told,))
    return SCENARIOS / f"{found}.yaml"


def load_scenario(name: str | Path, options: Mapping[str, str] | None = None) -> Loaded:
    """A scenario by name or path.  options: the game's (``{"pace": "ask me"}``).

    Raises BadScenario with every fault of the file, each with file, line and place.
    """
    path = find_scenario(name)
    text = _text(path)
    spec = _read(path, text).value
    list_path = _army_list(path, spec)
    list_text = _text(list_path) if list_path and list_path.is_file() else None
    return _loaded(path, text, list_path, list_text, frozenset((options or {}).items()))


def _army_list(path: Path, spec: Any) -> Path | None:  # noqa: ANN401  # whatever the file holds
    """The file that a scenario takes its army list from, whether or not it is there."""
    shared = spec.get("army_list") if isinstance(spec, dict) else None
    return path.parent / shared if isinstance(shared, str) else None


@lru_cache(maxsize=256)  # the form of a new game asks for every battle at every pace: 64 were too few
def _loaded(
    path: Path, text: str, list_path: Path | None, list_text: str | None, options: frozenset[tuple[str, str]]
) -> Loaded:
    """What files with these texts make: read once in this process for each set of options, as long as they stay so."""
    files = {"": (path, _read(path, text))}
    spec = files[""][1].value
    if not isinstance(spec, dict) or not isinstance(spec.get("rules"), str):
        named = " or ".join(f"'rules: {one}'" for one in rule_sets())
        raise BadScenario((f"{path}, line 1: a scenario begins with the name of its rules: {named}",))
    try:
        rules = rule_set(spec["rules"])
    except UnknownRules as fault:
        raise BadScenario((f"{path}, line {files[''][1].line('rules')}: {fault}",)) from fault
    if ("sight", "hidden") in options and not rules.course.hides:
        raise BadScenario((f"options.sight: units cannot be hidden in {rules.title}; write open, or leave it out",))
    if dict(options).get("blinds", "0") not in ("", "0") and "blinds" not in rules.course.choices:
        raise BadScenario((f"options.blinds: no side fields blinds in {rules.title}; write 0, or leave it out",))
    if list_path is not None:
        if list_text is None:
            line = files[""][1].line("army_list")
            raise BadScenario((f"{path}, line {line}: there is no army list {list_path}",))
        files["army_list"] = (list_path, _read(list_path, list_text))
        spec = {**spec, "army_list": files["army_list"][1].value}
    read = rules.course.scenario(spec, dict(options))
    if read.faults or read.battle is None:
        raise BadScenario(tuple(told(files, fault) for fault in read.faults))
    return Loaded(read, rules, tuple(told(files, fault) for fault in read.warnings))


def history_of(name: str, file: Path | None = None) -> Any:  # noqa: ANN401  # as the file has it
    """The orders really given in what a scenario is of: the file beside it.  file: another one.  Raises BadScenario."""
    path = file or find_scenario(name).with_name(f"{find_scenario(name).stem}{HISTORY}.yaml")
    if not path.is_file():
        raise BadScenario((f"{name} has no history to be played: there is no file {path.name}",))
    return _read(path, _text(path)).value


def ground_of(rules: str, field: str) -> Mapping[str, Any]:
    """A ground for battles that a campaign calls, by its name among a rule set's ``grounds``, with the army list.

    A name without a file is open ground.  Raises BadScenario where the rule set has no grounds.
    """
    folder = SCENARIOS / rules / "grounds"
    path = folder / f"{field}.yaml"
    path = path if path.is_file() else folder / "open.yaml"
    ground = _read(path, _text(path)).value
    army_list = SCENARIOS / rules / f"{ARMY_LIST}.yaml"
    return {**ground, "army_list": _read(army_list, _text(army_list)).value} if army_list.is_file() else ground


def told(files: Mapping[str, tuple[Path, Located]], fault: ScenarioFault) -> str:
    """A fault with the file and line it is about."""
    first, _, rest = fault.where.partition(".")
    if first == "options":
        return f"{fault.where}: {fault.what}"
    path, read = files[""]
    if first in files and first:
        path, read = files[first]
        return f"{path}, line {read.line(rest)}: {rest}: {fault.what}"
    place = f"{fault.where}: " if fault.where else ""
    return f"{path}, line {read.line(fault.where)}: {place}{fault.what}"


@lru_cache(maxsize=64)
def _read(path: Path, text: str) -> Located:
    """A file of that text; those of a battle are read again and again, and an army list by many battles."""
    try:
        return parse_yaml(text, str(path))
    except YamlFault as fault:
        raise BadScenario((str(fault),)) from fault


def _text(path: Path) -> str:
    try:
        return text_of(path)
    except YamlFault as fault:
        raise BadScenario((str(fault),)) from fault
