"""Which of an event's rules a reader is told: those that decided it, a handful, in the order in which they came up."""

from collections.abc import Container, Iterable, Mapping

import msgspec

from pbem.engine.ids import RuleId


class Citing(msgspec.Struct, frozen=True, kw_only=True):
    """What a rule set cites."""

    most: int
    """Rules cited at one event, without those that are always cited."""
    routine: frozenset[RuleId]
    """Rules of how every move, shot and test goes: never cited beside others."""
    common: frozenset[RuleId] = frozenset()
    """Rules a kind of event stands on: cited where the special ones leave room."""
    twins: Mapping[RuleId, RuleId] = {}
    """Rules that say again what another says, by the other: left out beside it."""
    routine_alone: bool = False
    """Whether routine rules are cited where an event has no others."""

    def cited(self, rules: Iterable[RuleId], always: Container[str] = ()) -> tuple[RuleId, ...]:
        """At most ``most``, the special before the common, in the order in which they came up.

        always: rules told beside them whatever they are, as rulings that the battle has switched.
        """
        all_of = dict.fromkeys(rules)
        told = [
            one for one in all_of if one in always or (one not in self.routine and self.twins.get(one) not in all_of)
        ]
        if not told and self.routine_alone:
            return tuple(all_of)[: self.most]
        if len(told) <= self.most:
            return tuple(told)
        rest = [one for one in told if one not in always]
        chosen = sorted(rest, key=lambda one: (one in self.common, rest.index(one)))[: self.most]
        return tuple(one for one in told if one in always or one in chosen)


def rule_ids(*names: str) -> frozenset[RuleId]:
    """Rules by their IDs."""
    return frozenset(map(RuleId, names))
