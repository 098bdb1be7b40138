"""Archives from the outside, checked."""

from pathlib import Path

import msgspec

from pbem.engine.archive import ArchiveError, read_archive, verify
from pbem.rulesets import UnknownRules, rule_set


class Verified(msgspec.Struct, frozen=True):
    """What checking an archive came to, in lines.  good: nothing is wrong."""

    good: bool
    lines: tuple[str, ...]


def verify_file(path: Path, audit: bool) -> Verified:
    """Check an archive file: chain, dice, fold; with audit every rule again.  Never raises for its content."""
    try:
        with path.open(encoding="utf-8", newline="") as file:
            archive = read_archive(file)
    except (ArchiveError, UnicodeDecodeError) as fault:
        return Verified(False, (f"{path} is no archive, or was changed: {fault}",))
    remarks: list[str] = []
    try:
        rules = rule_set(archive.header.rules)
    except UnknownRules as fault:
        rules = None
        remarks.append(str(fault))
    found = verify(archive, rules, audit)
    remarks += [str(one) for one in found]
    good = not any(one.fault for one in found) and not (audit and rules is None)
    header = archive.header
    done = "chain, dice, story and every rule" if audit else "chain, dice and story"
    last = f"{header.title} ({header.game}): {header.entries} entries; {done} {'hold' if good else 'DO NOT HOLD'}."
    return Verified(good, (*remarks, last))
