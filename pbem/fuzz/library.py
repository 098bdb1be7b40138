"""The scenario files of a rule set, for setups that read none themselves."""

from functools import cache
from typing import Any

from pbem.paths import SCENARIOS
from pbem.scenarios import load_scenario, scenario_names
from pbem.yamlfile import read_yaml


class RulesFolder:
    """A `pbem.engine.fuzzing.Library`: the folder of a rule set."""

    def __init__(self, rules: str) -> None:
        """rules: the name of the rule set, which is that of its folder."""
        self.rules = rules

    def names(self) -> tuple[str, ...]:
        """Its battles, by file name without ending."""
        return tuple(
            short for folder, _, short in (name.partition("/") for name in scenario_names()) if folder == self.rules
        )

    def battle(self, name: str, pace: str) -> Any:  # noqa: ANN401  # a battle of the rule set's
        """A battle as it begins, '' for the usual pace; read once.  Raises BadScenario."""
        return _battle(f"{self.rules}/{name}", pace)

    def shared(self, name: str) -> Any:  # noqa: ANN401  # parsed YAML
        """What a file that is no battle holds.  Raises YamlFault."""
        return _shared(f"{self.rules}/{name}")


@cache
def _battle(name: str, pace: str) -> Any:  # noqa: ANN401  # of the rule set's
    return load_scenario(name, {"pace": pace} if pace else {}).scenario.battle


@cache
def _shared(name: str) -> Any:  # noqa: ANN401  # of the rule set's
    return read_yaml(SCENARIOS / f"{name}.yaml").value
