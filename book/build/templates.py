"""Templates of markup in book/templates, in the format of the templates of Sphinx."""

from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined

FOLDER = Path(__file__).parents[1] / "templates"
_FILES = Environment(loader=FileSystemLoader(FOLDER), undefined=StrictUndefined)


def fill(template: str, /, **parts: object) -> str:
    """Return the markup of a template with escaped values."""
    return _FILES.get_template(f"{template}.html").render(parts)
