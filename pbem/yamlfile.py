"""YAML files written by people: scenarios and cases.

Read with the line of every value, so that a fault can name it.  Stricter than YAML in two things: a key given twice is
an error, and a number with a leading zero is text, for a hex is ``0705`` and not an octal number.
"""

import re
from pathlib import Path
from typing import Any

import msgspec
import yaml

DEEPEST = 40
"""Lists and mappings within one another that a file may have; libyaml builds nodes by recursion without a limit."""

MOST_VALUES = 200_000
"""Values that a file may hold once every alias is written out."""


class YamlFault(Exception):
    """A file that is missing or cannot be read as YAML; the message names file and line."""


class Located(msgspec.Struct, frozen=True):
    """What a file holds, and on which line each value stands, keyed by its place: ``sides[0].groups[1].name``."""

    value: Any
    lines: dict[str, int]

    def line(self, where: str) -> int:
        """The line of a place, or of the nearest one around it that is in the file."""
        while where and where not in self.lines:
            where = re.sub(r"(\.[^.\[\]]+|\[\d+\]|^[^.\[\]]+)$", "", where) if not where.endswith(".") else where[:-1]
        return self.lines.get(where, 1)


class _Loader(yaml.SafeLoader):
    """The safe loader, but for whole numbers: decimal, without leading zeros."""


class _FastLoader(yaml.CSafeLoader):
    """The same on libyaml: seven times as fast, but vaguer about where a file is no YAML."""


for _one in (_Loader, _FastLoader):
    _one.yaml_implicit_resolvers = {
        first: [(tag, pattern) for tag, pattern in resolvers if tag != "tag:yaml.org,2002:int"]
        for first, resolvers in yaml.SafeLoader.yaml_implicit_resolvers.items()
    }
    _one.add_implicit_resolver("tag:yaml.org,2002:int", re.compile(r"[-+]?(?:0|[1-9][0-9]*)$"), list("-+0123456789"))


def read_yaml(path: Path) -> Located:
    """A file's content with its lines.  Raises YamlFault."""
    return parse_yaml(text_of(path), str(path))


def text_of(path: Path) -> str:
    """A file's text.  Raises YamlFault."""
    try:
        return path.read_text(encoding="utf-8")
    except FileNotFoundError as fault:
        raise YamlFault(f"there is no file {path}") from fault
    except (OSError, UnicodeDecodeError) as fault:
        raise YamlFault(f"{path} cannot be read: {fault}") from fault


def parse_yaml(text: str, name: str) -> Located:
    """The same for text; name: what errors call it.  Raises YamlFault."""
    try:
        _survey(text, name)
        return _located(_FastLoader(text), name)
    except yaml.YAMLError:
        return _located_or_told(text, name)


def _survey(text: str, name: str) -> None:
    """Raises YamlFault for what nests too deeply, or becomes too much with its aliases; before anything is built."""
    inside: list[tuple[str | None, int]] = []  # anchor and first value of each list and mapping that is open
    sizes: dict[str, int] = {}
    values = 0
    for event in yaml.parse(text, Loader=_FastLoader):
        if isinstance(event, yaml.CollectionStartEvent):
            values += 1
            inside.append((event.anchor, values))
            if len(inside) > DEEPEST:
                what = f"lists and mappings are nested more than {DEEPEST} deep"
                raise YamlFault(f"{name}, line {_line_of(event)}: {what}")
        elif isinstance(event, yaml.CollectionEndEvent):
            anchor, first = inside.pop()
            if anchor is not None:
                sizes[anchor] = values - first + 1
        elif isinstance(event, yaml.AliasEvent):
            values += sizes.get(event.anchor or "", 1)
        elif isinstance(event, yaml.ScalarEvent):
            values += 1
        if values > MOST_VALUES:
            what = "with its aliases written out, the file has too many values"
            raise YamlFault(f"{name}, line {_line_of(event)}: {what}")


def _line_of(event: yaml.Event) -> int:
    return event.start_mark.line + 1 if event.start_mark else 1


def _located_or_told(text: str, name: str) -> Located:
    """The slow way, which says on which line a text stops being YAML."""
    try:
        return _located(_Loader(text), name)
    except yaml.MarkedYAMLError as fault:
        mark = fault.problem_mark or fault.context_mark
        at = f", line {mark.line + 1}" if mark else ""
        raise YamlFault(f"{name}{at}: not YAML: {fault.problem or fault.context}") from fault
    except yaml.YAMLError as fault:
        raise YamlFault(f"{name}: not YAML: {fault}") from fault


def _located(loader: _Loader | _FastLoader, name: str) -> Located:
    lines: dict[str, int] = {}
    try:
        node = loader.get_single_node()
        if node is None:
            raise YamlFault(f"{name} is empty")
        return Located(_value(loader, node, "", lines, name, ()), lines)
    finally:
        loader.dispose()


def _value(
    loader: _Loader | _FastLoader, node: yaml.Node, where: str, lines: dict[str, int], name: str, above: tuple[int, ...]
) -> Any:  # noqa: ANN401  # whatever the file holds
    lines[where] = node.start_mark.line + 1
    if id(node) in above:
        raise YamlFault(f"{name}, line {lines[where]}: this alias holds itself")
    if not node.tag.startswith("tag:yaml.org,2002:") or ":python/" in node.tag:
        raise YamlFault(f"{name}, line {lines[where]}: the tag {node.tag!r} has no place here")
    above = (*above, id(node))
    if isinstance(node, yaml.SequenceNode):
        return [_value(loader, item, f"{where}[{i}]", lines, name, above) for i, item in enumerate(node.value)]
    if not isinstance(node, yaml.MappingNode):
        return _scalar(loader, node, name)
    found: dict[Any, Any] = {}
    for key_node, value_node in node.value:
        line = key_node.start_mark.line + 1
        if not isinstance(key_node, yaml.ScalarNode):
            raise YamlFault(f"{name}, line {line}: a key is one word or number")
        key = _scalar(loader, key_node, name)
        if key in found:
            raise YamlFault(f"{name}, line {line}: {key!r} is given twice")
        place = f"{where}.{key}" if where else str(key)
        found[key] = _value(loader, value_node, place, lines, name, above)
        lines[place] = line
    return found


def _scalar(loader: _Loader | _FastLoader, node: yaml.Node, name: str) -> Any:  # noqa: ANN401  # whatever it says
    try:
        return loader.construct_object(node)
    except ValueError as fault:  # a date that there is not, a number of thousands of digits
        why = "this number has too many digits" if "digits" in str(fault) else str(fault)[:200]
        raise YamlFault(f"{name}, line {node.start_mark.line + 1}: {why}") from fault
