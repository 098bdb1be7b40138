"""Templates of pages, compiled once: kept in the process, and beside the templates for the next one.

As Python keeps what it compiled of a module: in ``__pycache__``, where who may write may change the templates too.
Where that folder cannot be written each process compiles for itself.
"""

import sys
from contextlib import suppress
from functools import cache
from importlib.metadata import version
from pathlib import Path

from flask import Flask
from jinja2 import Environment, FileSystemBytecodeCache
from jinja2.bccache import Bucket

from pbem.paths import TEMPLATES

FOLDER = TEMPLATES / "__pycache__"
JINJA = version("jinja2")


class CompiledPages(FileSystemBytecodeCache):
    """What compiling a template gave, for every application; a changed template is compiled anew."""

    def __init__(self, folder: Path) -> None:
        """folder: where the files are, made when there is something to keep."""
        super().__init__(str(folder), f"%s.{sys.implementation.cache_tag}.jinja")
        self._found: dict[str, bytes] = {}

    def get_bucket(self, environment: Environment, name: str, filename: str | None, source: str) -> Bucket:
        """By all that compiling depends on: the text, how it is compiled, and the filters, which it may apply."""
        how = (
            environment.trim_blocks,
            environment.lstrip_blocks,
            sorted(environment.extensions),
            _filters(environment),
        )
        return super().get_bucket(environment, name, filename, f"{source}\0{JINJA} {how}")

    def load_bytecode(self, bucket: Bucket) -> None:
        kept = self._found.get(bucket.key)
        if kept is not None:
            bucket.bytecode_from_string(kept)
            return
        with suppress(OSError):
            super().load_bytecode(bucket)

    def dump_bytecode(self, bucket: Bucket) -> None:
        self._found[bucket.key] = bucket.bytecode_to_string()
        with suppress(OSError):  # of another user, or full: the page is compiled all the same
            Path(self.directory).mkdir(exist_ok=True)
            super().dump_bytecode(bucket)


def _filters(environment: Environment) -> list[tuple[str, int, int]]:
    """Our own filters' modules, as they were when first used: compiling applies a filter to what is constant."""
    homes = {getattr(one, "__module__", None) or "" for one in environment.filters.values()}
    return [_written(one) for one in sorted(homes) if one.startswith("pbem.")]


@cache
def _written(module: str) -> tuple[str, int, int]:
    """A module, with the size and the time of its file."""
    found = Path(str(sys.modules[module].__file__)).stat()
    return module, found.st_size, found.st_mtime_ns


_compiled = CompiledPages(FOLDER)


def share_compiled(app: Flask) -> None:
    """Let an application use what others compiled."""
    app.jinja_env.bytecode_cache = _compiled


def compile_pages(app: Flask) -> None:
    """Compile every page now, so that no reader waits for it."""
    for name in app.jinja_env.list_templates(filter_func=lambda name: name.startswith("web/")):
        app.jinja_env.get_template(name)
