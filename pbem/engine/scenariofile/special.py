"""Special rules of a scenario file: a list of kinds with their parameters, each as the struct of its kind."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar, get_args, get_origin

import msgspec

from pbem.engine.scenariofile.gathered import Gathered
from pbem.engine.spec import inside, unknown

G = TypeVar("G", bound=Gathered)


@dataclass(frozen=True)
class SpecialSection(Generic[G]):
    """How a rule set reads the section ``special``."""

    kinds: Mapping[str, type[msgspec.Struct]]
    """Each kind's parameters are the fields of its struct."""
    parts: Mapping[Any, Callable[[G, object, str], Any]]
    """Readers of parameters by the type of the field; any other type is converted as it stands."""
    check: Callable[[G, Any, str], None]
    """What can never act, or not so: of a rule that has been read."""
    example: str
    """A whole rule as it is written."""
    listed: frozenset[str] = frozenset()
    """Parameters that are lists of one at least."""
    counted: tuple[str, ...] = ()
    """Parameters that are 1 or more."""

    def read(self, got: G, values: object) -> tuple[Any, ...]:
        """Every special rule that has no fault."""
        if not isinstance(values, list | tuple):
            got.fault("special", f"expected a list of special rules: - {self.example}")
            return ()
        found = [self._rule(got, value, f"special[{i}]") for i, value in enumerate(values)]
        return tuple(rule for rule in found if rule is not None)

    def _rule(self, got: G, value: object, where: str) -> msgspec.Struct | None:
        if not isinstance(value, Mapping) or "rule" not in value:
            got.fault(where, f"a special rule begins with its kind: rule: {', '.join(self.kinds)}")
            return None
        name = str(value["rule"])
        if name not in self.kinds:
            unknown({name: None}, self.kinds, inside(where, "rule"), got.faults)
            return None
        fields = {field.name: field for field in msgspec.structs.fields(self.kinds[name])}
        unknown(value, {"rule", *fields}, where, got.faults)
        before = len(got.faults.found)
        parts: dict[str, Any] = {}
        for key, field in fields.items():
            if key in value:
                parts[key] = self._part(got, field.type, value[key], inside(where, key))
                if key in self.listed and parts[key] == () and len(got.faults.found) == before:
                    got.fault(where, "one at least", key)
            elif field.required:
                got.fault(where, f"{key!r} is missing for the rule {name}")
        if len(got.faults.found) != before:
            return None
        rule = self.kinds[name](**parts)
        for key in self.counted:
            number = getattr(rule, key, None)
            if isinstance(number, int) and number < 1:
                got.fault(where, f"{number} is too small: 1 or more", key)
        self.check(got, rule, where)
        return rule

    def _part(self, got: G, kind: Any, value: object, where: str) -> Any:  # noqa: ANN401  # a field's type and value
        """A parameter by the type of its field, or by one of the types the field may have."""
        for one in (kind, *(() if get_origin(kind) is tuple else get_args(kind))):
            if one in self.parts:
                return self.parts[one](got, value, where)
        try:
            return msgspec.convert(value, kind)
        except msgspec.ValidationError as fault:
            got.fault(where, str(fault).replace("`", "").split(" - at $")[0].lower())
            return None
