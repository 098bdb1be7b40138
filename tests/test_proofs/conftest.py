"""Fields of Harrow Down for the proofs."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.test_proofs.field import Field, open_field

Fields = Callable[..., Field]


@pytest.fixture
def field_on(tmp_path: Path) -> Iterator[Fields]:
    """Opens a field on a database (default: a new SQLite); settings may be given."""
    opened: list[Field] = []

    def open_one(url: str = "", **more: object) -> Field:
        found = open_field(url or f"sqlite:///{tmp_path / 'field.db'}", tmp_path, **more)  # type: ignore[arg-type]  # passed on
        opened.append(found)
        return found

    yield open_one
    for one in opened:
        one.services.db.close()


@pytest.fixture
def field(field_on: Fields) -> Field:
    """A field on a new SQLite database."""
    return field_on()
