"""Alembic's environment: always a connection handed over by `pbem.store.migrate`, never a URL of its own."""

from typing import Any, Literal

from alembic import context
from sqlmodel.sql.sqltypes import UTCDateTime

from pbem.store.tables import ForeignText, Record


def plain(kind: str, item: Any, generating: Any) -> str | Literal[False]:  # noqa: ANN401  # alembic's hook
    """Migrations name plain types: they must outlive the library that the tables are written with."""
    if kind == "type" and isinstance(item, UTCDateTime):
        return "sa.DateTime(timezone=True)"
    return "sa.Text()" if kind == "type" and isinstance(item, ForeignText) else False


context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=Record.metadata,
    render_as_batch=True,  # SQLite alters a table by copying it
    render_item=plain,
    transactional_ddl=True,
)
with context.begin_transaction():
    context.run_migrations()
