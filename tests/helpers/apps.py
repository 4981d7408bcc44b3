"""Drive apps without a page: clicks, messages, settings by their names."""

import inspect
import json

import pytest
from ipywidgets import Widget

from games_widgets.apps import base as frames
from games_widgets.apps.html_widget import HtmlWidget
from games_widgets.drawing import STYLE
from tests.conftest import tool
from tests.helpers.markup import Parsed
from tests.helpers.selectors import APP
from tests.rooms import of_kind


@pytest.fixture(autouse=True, scope="module")
def unhurried():
    """Let each slice of work run to its end, also on a slow machine."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(frames, "SLICE", float("inf"))
        yield


@pytest.fixture
def slices(monkeypatch):
    """Make every slice of work as short as possible."""
    monkeypatch.setattr(frames, "SLICE", 0)


def state(widget):
    """Return the stored state of a widget and its parts, with ids in order of use."""
    return parts(Widget.get_manager_state()["state"], widget.model_id)


def parts(models, name):
    """Return the state of one of these models and its parts, with ids in order of use."""
    order = {}

    def write(value):
        if isinstance(value, str) and value.startswith("IPY_MODEL_"):
            return model(value.removeprefix("IPY_MODEL_"))
        if isinstance(value, list | tuple):
            return [write(item) for item in value]
        if isinstance(value, dict):
            return {key: write(item) for key, item in value.items()}
        return value

    def model(name):
        if name in order:
            return order[name]
        order[name] = f"widget {len(order)}"
        return {key: write(item) for key, item in models[name]["state"].items()}

    return json.loads(json.dumps(model(name)))


def click(surface, act, value=""):
    """Click a part that the picture offers, as a reader would."""
    acts_offered = Parsed(surface.menu + surface.html).acts()
    assert (act, value) in acts_offered, f"{act} {value} is not among {acts_offered}"
    send(surface, {"act": act, "value": value})


def send(surface, content):
    """Send a message from the page to the surface."""
    surface._handle_custom_msg(content, [])


def wait(surface):
    """Answer each request for a tick until the work is done, as the page does."""
    ticks, due = 0, None
    while surface.due != due:
        due = surface.due
        send(surface, {"act": "tick", "value": ""})
        ticks += 1
        assert ticks < 10_000
    return ticks


class AppDriver:
    """An app whose controls are attributes, named as in its link unless other names are given.

    A subclass for one app has the function `build`, and takes its arguments instead of the app.
    """

    build, control_names = None, ()

    def __init__(self, *arguments, **options):
        build = type(self).build
        tree, *names = [build(*arguments, **options), *self.control_names] if build else arguments
        self.address, self.controls, self.surface = tree.children
        names = names or self.address.names
        self.settings = dict(zip(names, self.controls.children, strict=True))
        for name, control in self.settings.items():
            setattr(self, name, control)

    @property
    def model(self):
        """The model of the picture."""
        return self.surface.model

    @property
    def acts(self):
        return Parsed(self.surface.html).acts()

    @property
    def text(self):
        return Parsed(self.surface.html).text

    @property
    def shown(self):
        return self.surface.html, self.surface.summary

    def click(self, act, value=""):
        click(self.surface, act, str(value))


JOIN = """async ([name, esm, css, traits]) => {
    const blob = new Blob([esm], { type: "text/javascript" });
    const { default: widget } = await import(URL.createObjectURL(blob));
    const app = document.body.appendChild(document.createElement("div"));
    app.className = name;
    const listeners = {};
    window.receive = (now) => {
        const changed = Object.keys(now).filter((key) => `${now[key]}` !== `${traits[key]}`);
        Object.assign(traits, now);
        for (const key of changed) listeners[`change:${key}`]?.();
    };
    const model = {
        get: (key) => traits[key],
        on: (event, act) => (listeners[event] = act),
        off() {},
        widget_manager: { get_model: async () => ({ get: () => css }) },
        send: async (content) => receive(await window.python(content)),
    };
    const el = app.appendChild(document.createElement("div"));
    widget.render({ model, el, signal: new AbortController().signal });
}"""


TRAITS = ("html", "menu", "summary", "notice", "stale", "progress", "due")


@pytest.fixture
def show_in_page(page):
    """Return a function that shows a surface in the page and connects it with its Python object."""

    def traits(surface):
        return {name: getattr(surface, name) for name in TRAITS} | {"sheet": "IPY_MODEL_x"}

    def join(surface):
        def python(content):
            send(surface, content)
            return traits(surface)

        page.expose_function("python", python)
        page.evaluate(JOIN, [APP[1:], str(HtmlWidget._esm), STYLE, traits(surface)])
        return page

    return join


def focused(page):
    """Return the act and value of the part that has the focus."""
    return page.evaluate("(({ act, value }) => [act, value])(document.activeElement.dataset)")


NAMES = tool("runnable_cells").public


def public(module):
    """Return the public functions and classes of a module with their names."""
    members = [(name, getattr(module, name)) for name in NAMES(module)]
    return [
        (name, member)
        for name, member in members
        if inspect.isroutine(member) or inspect.isclass(member)
    ]


def apps():
    """Yield each app of each room that can be made without arguments."""
    for module in of_kind("app"):
        for name, build in public(module):
            if module.__name__.startswith("games_widgets.apps") or not inspect.isfunction(build):
                continue
            if all(
                parameter.default is not parameter.empty
                for parameter in inspect.signature(build).parameters.values()
            ):
                yield pytest.param(build, id=f"{module.__name__.partition('.')[2]}.{name}")
