"""The settings of a book for its live pages: the file book/live.toml.

The README of the engine (book/live/README.md) explains each setting.
"""

import tomllib
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]
PATH = ROOT / "book" / "live.toml"
LISTS = ("packages", "unused", "later", "later_on_a_slow_line")


class SettingsError(Exception):
    """An error with a message for the person who wrote the settings."""


class Settings(NamedTuple):
    """The settings of a book for its live pages."""

    packages: tuple[Path, ...]  # folders
    unused: frozenset[str]  # names of files and folders, without suffix
    later: tuple[str, ...]  # names of packages
    later_on_a_slow_line: tuple[str, ...]
    request_handler: str  # module:function, or ""

    @property
    def own_archives(self) -> tuple[str, ...]:
        """The packages that have an archive of their own."""
        return (*self.later, *self.later_on_a_slow_line)

    @property
    def for_page(self) -> dict[str, object]:
        """The settings that the scripts and the Python of a page read."""
        return {"later": self.own_archives, "request_handler": self.request_handler}


def read(path: Path = PATH, root: Path = ROOT) -> Settings:
    """Return the settings in a file.

    Args:
        path: The file. A book without it has no packages of its own.
        root: The folder from which the file names the packages.

    Raises:
        SettingsError: a setting is unknown or has the wrong form, or there is no such package.

    >>> read().request_handler.partition(":")[2]
    'answer'
    """
    table = tomllib.loads(path.read_text("utf-8")) if path.is_file() else {}
    unknown = table.keys() - {*Settings._fields}
    if unknown:
        names = ", ".join(Settings._fields)
        raise SettingsError(f"{path.name} sets {min(unknown)!r}; known settings are {names}.")
    for name in LISTS:
        value = table.setdefault(name, [])
        if not isinstance(value, list) or not all(isinstance(text, str) for text in value):
            raise SettingsError(f"{name} in {path.name} is {value!r}; it must be a list of texts.")
    handler = table.setdefault("request_handler", "")
    if not isinstance(handler, str) or (handler and handler.count(":") != 1):
        raise SettingsError(
            f'request_handler in {path.name} is {handler!r}; it must be "module:function".'
        )
    folders = tuple(root / name for name in table["packages"])
    for folder in folders:
        if not folder.is_dir():
            raise SettingsError(f"packages in {path.name} names {folder}, which is no folder.")
    packages = {folder.name for folder in folders}
    for name in (*table["later"], *table["later_on_a_slow_line"]):
        if name.partition(".")[0] not in packages:
            raise SettingsError(f"{path.name} wants {name} later, but packages does not have it.")
    return Settings(
        folders,
        frozenset(table["unused"]),
        tuple(table["later"]),
        tuple(table["later_on_a_slow_line"]),
        handler,
    )
