"""The commands for army lists; no settings and no database are needed."""

from collections.abc import Sequence
from pathlib import Path

import click

from pbem.cli.plainly import plainly
from pbem.engine.spec import Faults
from pbem.rulesets import libraries
from pbem.yamlfile import YamlFault, read_yaml


@click.group()
def army() -> None:
    """Check army lists, and price them."""


@army.command("check")
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
@plainly
def army_check(files: Sequence[Path]) -> None:
    """Price the army lists FILES.

    Every fault is listed with its line.
    """
    good = [_checked(file) for file in files]
    if not all(good):
        raise SystemExit(1)


def _checked(file: Path) -> bool:
    """Print the army of a file and its faults; whether it has none."""
    try:
        there = read_yaml(file)
    except YamlFault as unread:
        click.echo(str(unread))
        return False
    readers = {name: one.army_list for name, one in libraries().items() if one.army_list}
    named = there.value.get("rules") if isinstance(there.value, dict) else None
    reader = readers.get(str(named))
    if reader is None:
        click.echo(f"{file}, line {there.line('rules')}: 'rules' names the rule set of the list; "
                   f"these have army lists: {', '.join(readers)}")  # fmt: skip
        return False
    faults = Faults()
    priced = reader(there.value, faults)
    if priced is not None:
        for one in priced.entries:
            click.echo(f"{one.points:6}  {one.code:<5} {one.text}")
        limit = f" of {priced.limit}" if priced.limit else ""
        click.echo(f"{priced.points:6}  points{limit}: {priced.title}")
    for fault in sorted(faults.found, key=lambda one: there.line(one.where)):
        click.echo(f"{file}, line {there.line(fault.where)}: {fault.what}")
    if not faults.found:
        click.echo(f"{file}: a legal army")
    return not faults.found
