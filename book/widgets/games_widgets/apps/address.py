"""The head of an app: its title, and its settings in the address bar of the published page.

``?V=200&F=12&seed=7`` sets the first app of a page, ``?app=explorer&V=200&F=12&r=40`` the one that
is named. An address may come from a stranger: an app reads only whole numbers and known words from
it, and shows anything else only as text. In JupyterLab the address belongs to JupyterLab, so apps
neither read nor write it.
"""

from collections.abc import Mapping
from pathlib import Path
from urllib.parse import parse_qsl, urlencode

from anywidget import AnyWidget
from traitlets import Bool, List, Unicode

from games_widgets.apps.controls import Plain

__all__ = ["Address", "query", "requested_settings"]


class Address(Plain, AnyWidget):
    """The title of an app with a button that copies a link to its present settings.

    Attributes:
        title: shown at the top.
        app: the name of the app in ``?app=``.
        first: whether an address without ``app=`` means this app.
        settings_folded: whether a button shows and hides the settings.
        names: the parameters that belong to the app; it leaves all others alone.
        location: from the page: the query with which it was opened. It never contains the reader's
            own game, which the page sends in a message: an address may come from a stranger.
        query: to the page: the query for the present settings, "" before the first change.
    """

    _esm = Path(__file__).with_name("address.js").read_text(encoding="utf-8")

    title = Unicode().tag(sync=True)
    app = Unicode().tag(sync=True)
    first = Bool().tag(sync=True)
    settings_folded = Bool().tag(sync=True)
    names = List(Unicode()).tag(sync=True)
    location = Unicode().tag(sync=True)
    query = Unicode().tag(sync=True)

    def __repr__(self) -> str:  # stored in notebooks, so the same in every run
        return f"<Address: {self.title}>"


def requested_settings(
    location: str, app: str, names: list[str], *, first: bool = False
) -> dict[str, str]:
    """Return the settings that an address asks for: the text of each parameter of the app.

    >>> requested_settings("?V=200&seed=7&embed=1", "game", ["V", "F", "seed"], first=True)
    {'V': '200', 'seed': '7'}
    >>> requested_settings("?app=explorer&V=200", "game", ["V", "F", "seed"], first=True)
    {}

    Raises:
        ValueError: the address is too long or has too many parameters.
    """
    if len(location) > 2000:
        raise ValueError("the address is too long, so its settings are ignored")
    try:
        values = dict(parse_qsl(location.removeprefix("?"), True, max_num_fields=50))
    except ValueError:
        raise ValueError("the address has too many parameters: they are ignored") from None
    if values.get("app", app if first else "") != app:
        return {}
    return {name: values[name] for name in names if name in values}


def query(app: str, settings: Mapping[str, object], *, first: bool = False) -> str:
    """Return the query that sets an app; the inverse of `requested_settings`.

    >>> query("explorer", {"V": 200, "F": 12, "r": 40})
    'app=explorer&V=200&F=12&r=40'
    """
    return urlencode(dict(settings) if first else {"app": app, **settings})
