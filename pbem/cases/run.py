"""Files of cases: read, run, told (``pbem case FILE...``)."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from pbem.engine.casekit.results import CaseResult, Vocabulary
from pbem.rulesets import libraries, rule_sets
from pbem.yamlfile import YamlFault, read_yaml

HEAD = {"ruleset", "version", "types", "conventions", "cases", "title", "about"}


def run_file(path: Path) -> list[CaseResult]:
    """Every case of a file.  A file that cannot be read is one failed case that says why."""
    try:
        file = read_yaml(path).value
    except YamlFault as fault:
        return [_unread(path, str(fault))]
    if not isinstance(file, dict) or not isinstance(file.get("cases"), list):
        return [_unread(path, "a file of cases has 'ruleset', 'types' and a list 'cases'")]
    strange = sorted(str(key) for key in set(file) - HEAD)
    if strange:
        return [_unread(path, f"unknown key {', '.join(strange)}; known here: {', '.join(sorted(HEAD))}")]
    if file.get("version", 1) != 1:
        return [_unread(path, f"version {file['version']} of the format is not known here: 1 is")]
    known = _vocabularies()
    vocabulary = known.get(str(file.get("ruleset")))
    if vocabulary is None:
        return [_unread(path, f"no vocabulary for the rule set {file.get('ruleset')!r}; there are: {', '.join(known)}")]
    return [_run(vocabulary, file, case, place) for place, case in enumerate(file["cases"], 1)]


def _run(vocabulary: Vocabulary, head: Mapping[str, Any], case: object, place: int) -> CaseResult:
    if not isinstance(case, dict):
        return CaseResult(id=f"case {place}", title="", error="a case is keys and values")
    try:
        return vocabulary(head, case)
    except Exception as fault:  # noqa: BLE001  # one broken case must not hide the others
        where = fault.__traceback__
        while where is not None and where.tb_next is not None:
            where = where.tb_next
        at = f" ({Path(where.tb_frame.f_code.co_filename).name}:{where.tb_lineno})" if where else ""
        return CaseResult(
            id=str(case.get("id", place)),
            title=str(case.get("title", "")),
            error=f"{type(fault).__name__}: {fault}{at}",
        )


def _vocabularies() -> Mapping[str, Vocabulary]:
    """By the names of the rule sets that have one, those still being built among them."""
    whole = {name: rules.playtest.vocabulary for name, rules in rule_sets().items()}
    partly = {name: library.vocabulary for name, library in libraries().items()}
    return {name: found for name, found in {**partly, **whole}.items() if found}


def _unread(path: Path, why: str) -> CaseResult:
    return CaseResult(id=path.name, title="", error=why)


def told(result: CaseResult) -> list[str]:
    """A case in lines: one when it passed, else with each differing key and the dice that were asked for."""
    if result.passed:
        return [f"passed  {result.id}  {result.title}"]
    lines = [f"FAILED  {result.id}  {result.title}"]
    lines += [f"    {result.error}"] if result.error else []
    lines += [f"    {one.key}: expected {one.expected}, found {one.found}" for one in result.differences]
    lines += [f"    refused: {one}" for one in result.refused]
    lines += [f"    dice asked for: {'; '.join(result.asked) or 'none'}"]
    return lines


def summary(results: Sequence[CaseResult]) -> str:
    """The last line of a run: ``12 passed, 0 failed``."""
    passed = sum(1 for result in results if result.passed)
    return f"{passed} passed, {len(results) - passed} failed"
