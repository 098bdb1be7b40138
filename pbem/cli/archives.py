"""Archives from the outside, checked."""

from pathlib import Path
from typing import Any

import msgspec

from pbem.engine.archive import Archive, ArchiveError, read_archives, verify
from pbem.engine.callfights import battle_faults
from pbem.rulesets import UnknownRules, rule_set
from pbem.service.options import Options, OptionsError, check_options


class Verified(msgspec.Struct, frozen=True):
    """What checking an archive came to, in lines."""

    good: bool
    """Whether nothing is wrong."""

    lines: tuple[str, ...]


class _Opened(msgspec.Struct):
    agreed: dict[str, Any] = {}


def verify_file(path: Path, audit: bool) -> Verified:
    """Check an archive file: chain, dice, fold; with audit every rule again; of a campaign its battles' archives too,
    and that each names the other.  Never raises for its content."""
    try:
        with path.open(encoding="utf-8", newline="") as file:
            archives = read_archives(file)
    except (ArchiveError, UnicodeDecodeError) as fault:
        return Verified(False, (f"{path} is no archive, or was changed: {fault}",))
    each = [_verified(one, audit) for one in archives]
    linked = tuple(battle_faults(archives))
    lines = (*(line for one in each for line in one.lines), *linked)
    return Verified(all(one.good for one in each) and not linked, lines)


def _verified(archive: Archive, audit: bool) -> Verified:
    remarks: list[str] = []
    try:
        rules = rule_set(archive.header.rules)
    except UnknownRules as fault:
        rules = None
        remarks.append(str(fault))
    found = verify(archive, rules, audit)
    agreed = _agreed_fault(archive)
    remarks += [str(one) for one in found] + ([agreed] if agreed else [])
    good = not agreed and not any(one.fault for one in found) and not (audit and rules is None)
    header = archive.header
    done = "chain, dice, story and every rule" if audit else "chain, dice and story"
    last = f"{header.title} ({header.game}): {header.entries} entries; {done} {'hold' if good else 'DO NOT HOLD'}."
    return Verified(good, (*remarks, last))


def _agreed_fault(archive: Archive) -> str:
    """What cannot be among the options that were agreed; '' for nothing, and for a journal that does not keep them."""
    try:
        opened = msgspec.json.decode(archive.entries[0].payload, type=_Opened)
        if opened.agreed:
            check_options(msgspec.convert(opened.agreed, Options))
    except RecursionError:  # told of by `verify`
        return ""
    except (msgspec.DecodeError, OptionsError) as fault:
        return f"entry 1: what was agreed cannot be: {fault}"
    return ""
