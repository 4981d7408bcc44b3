"""The markup that is filled in here: book/templates, in the form that Sphinx's own have."""

from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined

FOLDER = Path(__file__).parents[1] / "templates"
_FILES = Environment(loader=FileSystemLoader(FOLDER), undefined=StrictUndefined)


def fill(template: str, /, **parts: object) -> str:
    """Return the markup of a template; it escapes what has to be."""
    return _FILES.get_template(f"{template}.html").render(parts)
