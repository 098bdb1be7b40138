"""YAML as it stands, without lines and places, by libyaml: a seventh of the time of the reader written in Python."""

from typing import Any

import yaml


def safe_load(text: str) -> Any:
    """What a text says."""
    return yaml.load(text, Loader=yaml.CSafeLoader)
