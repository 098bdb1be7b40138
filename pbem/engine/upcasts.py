"""How values written by older rules are read: each change of form is one small step, kept for ever."""

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

Payload = dict[str, Any]
Step = Callable[[Payload], Payload]
"""A value of an older form, as JSON has it -> the same in the next newer form."""


class Upcasts(msgspec.Struct, frozen=True, kw_only=True):
    """The older forms of a rule set's values.  A changed form has a tag of its own: none is read as another."""

    battle: tuple[tuple[int, Step], ...] = ()
    """Of the battle a journal begins with, oldest first: the last rules version that wrote the older form, its step."""
    facts: Mapping[str, Step] = {}
    """By the tag of the older form; the step gives the value its newer tag."""
    asks: Mapping[str, Step] = {}
    """The same."""
    answers: Mapping[str, Step] = {}
    """The same, of answers and of the tagged values within them."""

    def __bool__(self) -> bool:
        """Whether there is any."""
        return bool(self.battle or self.facts or self.asks or self.answers)

    def lifted(self, kind: str, payload: Payload) -> Payload:
        """The payload of an entry of a kind with every value in its newest form."""
        lift = _LIFTS.get(kind)
        return lift(self, payload) if lift else payload


def _game(upcasts: Upcasts, payload: Payload) -> Payload:
    battle = payload["battle"]
    for last, step in upcasts.battle:
        if int(payload["rules_version"]) <= last:
            battle = step(battle)
    return {**payload, "battle": battle}


def _fact(upcasts: Upcasts, payload: Payload) -> Payload:
    return {**payload, "fact": _newest(upcasts.facts, payload["fact"])}


def _ruling(upcasts: Upcasts, payload: Payload) -> Payload:
    return {**payload, "facts": [_newest(upcasts.facts, fact) for fact in payload["facts"]]}


def _ask(upcasts: Upcasts, payload: Payload) -> Payload:
    return {**payload, "batch": _batch(upcasts, payload["batch"])}


def _answer(upcasts: Upcasts, payload: Payload) -> Payload:
    given = [{**one, "answer": _deep(upcasts.answers, one["answer"])} for one in payload["given"]]
    return {**payload, "batch": _batch(upcasts, payload["batch"]), "given": given}


def _orders(upcasts: Upcasts, payload: Payload) -> Payload:
    return {**payload, "answer": _deep(upcasts.answers, payload["answer"])}


_LIFTS: Mapping[str, Callable[[Upcasts, Payload], Payload]] = {
    "game": _game, "fact": _fact, "returned": _fact, "ruling": _ruling, "ask": _ask, "answer": _answer,
    "orders": _orders,
}  # fmt: skip
"""By kind of entry: those that hold values of a rule set."""


def _batch(upcasts: Upcasts, batch: Payload) -> Payload:
    asks = [_newest(upcasts.asks, ask) for ask in batch["asks"]]
    return {**batch, "asks": [{**ask, "default": _deep(upcasts.answers, ask["default"])} for ask in asks]}


def _newest(steps: Mapping[str, Step], value: Payload) -> Payload:
    """A tagged value after every step from its tag on."""
    while (step := steps.get(value.get("type", ""))) is not None:
        value = step(value)
    return value


def _deep(steps: Mapping[str, Step], value: Any) -> Any:  # noqa: ANN401  # any JSON
    """A value and all within it in their newest form."""
    if isinstance(value, list):
        return [_deep(steps, one) for one in value]
    if not isinstance(value, dict):
        return value
    return {key: _deep(steps, one) for key, one in _newest(steps, value).items()}
