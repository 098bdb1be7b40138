"""Templates of pages, compiled once a process."""

from flask import Flask
from jinja2 import BytecodeCache
from jinja2.bccache import Bucket


class ProcessBytecode(BytecodeCache):
    """What compiling a template gave, for every application of this process; a changed template is compiled anew."""

    def __init__(self) -> None:
        self._found: dict[str, bytes] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        code = self._found.get(bucket.key)
        if code is not None:
            bucket.bytecode_from_string(code)

    def dump_bytecode(self, bucket: Bucket) -> None:
        self._found[bucket.key] = bucket.bytecode_to_string()


_compiled = ProcessBytecode()


def share_compiled(app: Flask) -> None:
    """Let an application use what others of this process compiled."""
    app.jinja_env.bytecode_cache = _compiled


def compile_pages(app: Flask) -> None:
    """Compile every page now, so that no reader waits for it."""
    for name in app.jinja_env.list_templates(filter_func=lambda name: name.startswith("web/")):
        app.jinja_env.get_template(name)
