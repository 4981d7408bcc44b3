"""The Firefox that a few tests drive, by WebDriver BiDi and without any driver in between.

python -m tests.firefox      installs one where there is none and where that may be

Firefox itself speaks the protocol: JSON over a WebSocket (https://w3c.github.io/webdriver-bidi).
"""

import itertools
import json
import re
import subprocess
import sys
from pathlib import Path

import websocket

from tests import chromium

HOW = (
    "No Firefox here, so NOTHING is tested in it. Install one (Debian: `sudo apt-get install "
    "firefox-esr`), or name one: FIREFOX=/path/to/firefox make test."
)
PATIENCE = 90  # seconds
KEYS = {"ArrowLeft": "\ue012", "ArrowRight": "\ue014", "Control": "\ue009", "Escape": "\ue00c"}


def find() -> str | None:
    """Return the path of a Firefox, the one that FIREFOX names before others."""
    return chromium.find("FIREFOX", ("firefox-esr", "firefox"))


class Firefox(chromium.Browser):
    """A running Firefox with one tab.

    Attributes:
        requests: the addresses that its pages have asked for.
        errors: what went wrong in their scripts.
    """

    def __init__(self, executable: str, profile: Path, proxy: int) -> None:
        settings = {
            # Another host than this machine is reached by the proxy alone, and that writes it down.
            "network.proxy.type": 1,
            "network.proxy.http": "127.0.0.1",
            "network.proxy.http_port": proxy,
            "network.proxy.ssl": "127.0.0.1",
            "network.proxy.ssl_port": proxy,
            "browser.shell.checkDefaultBrowser": False,
            "datareporting.policy.dataSubmissionEnabled": False,
            "media.gmp-manager.updateEnabled": False,
            "media.gmp-provider.enabled": False,
            "browser.safebrowsing.update.enabled": False,
            "extensions.update.enabled": False,
            "extensions.systemAddon.update.enabled": False,
            "app.update.enabled": False,
        }
        lines = [f"user_pref({json.dumps(k)}, {json.dumps(v)});" for k, v in settings.items()]
        (profile / "user.js").write_text("\n".join(lines), encoding="utf-8")
        self.requests: list[str] = []
        self.errors: list[str] = []
        self._numbers = itertools.count()
        self._process = subprocess.Popen(
            [executable, "--headless", "--profile", profile, "--remote-debugging-port", "0"],
            stderr=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            encoding="utf-8",
        )
        said = []
        for line in self._process.stderr:
            said.append(line)
            found = re.search(r"WebDriver BiDi listening on (ws://\S+)", line)
            if found:
                break
        else:
            raise RuntimeError(f"Firefox does not listen: {''.join(said)}")
        self._line = websocket.create_connection(
            f"{found[1]}/session", suppress_origin=True, timeout=PATIENCE
        )
        self.ask("session.new", capabilities={})
        self.ask("session.subscribe", events=["network.beforeRequestSent", "log.entryAdded"])
        self.tab = self.ask("browsingContext.getTree")["contexts"][0]["context"]

    def close(self) -> None:
        self._line.close()
        self._process.terminate()
        self._process.wait(20)

    def ask(self, method, **parameters):
        """Send one command and return its result."""
        number = next(self._numbers)
        self._line.send(json.dumps({"id": number, "method": method, "params": parameters}))
        while True:
            said = json.loads(self._line.recv())
            if said["type"] == "event":
                self._note(said["method"], said["params"])
            elif said["id"] == number:
                if said["type"] == "error":
                    raise RuntimeError(f"{method}: {said['error']}: {said['message']}")
                return said["result"]

    def _note(self, event, it):
        if event == "network.beforeRequestSent":
            self.requests.append(it["request"]["url"])
        elif it["level"] == "error":
            self.errors.append(it["text"])

    def goto(self, address):
        self.ask("browsingContext.navigate", context=self.tab, url=address, wait="complete")

    def evaluate(self, expression, tab=None):
        """Return the text, number or truth value of an expression in the page."""
        target = {"context": tab or self.tab}
        done = self.ask("script.evaluate", expression=expression, target=target, awaitPromise=True)
        if done["type"] == "exception":
            raise RuntimeError(done["exceptionDetails"]["text"])
        return done["result"].get("value")

    def framed(self, expression):
        """The same in the first frame of the page."""
        (tree,) = self.ask("browsingContext.getTree", root=self.tab)["contexts"]
        return self.evaluate(expression, tree["children"][0]["context"])

    def _located(self, kind, value, **more):
        """Return the parts of the page that are found so."""
        locator = {"type": kind, "value": value}
        found = self.ask("browsingContext.locateNodes", locator=locator, context=self.tab, **more)
        return [{"sharedId": node["sharedId"]} for node in found["nodes"]]

    def _reached(self, role, name, prepare):
        """Return the part with this role and name, for those who cannot see, once prepared."""
        apps = self._located("css", ".oe-app")  # to look through the whole page takes Firefox 20 s
        nodes = self._located("accessibility", {"role": role, "name": name}, startNodes=apps)
        assert nodes, f"there is no {role} {name}"
        prepared = {"functionDeclaration": prepare, "arguments": nodes[:1], "awaitPromise": True}
        self.ask("script.callFunction", target={"context": self.tab}, **prepared)
        return nodes[0]

    def _act(self, device, *steps):
        actions = [{"type": device, "id": device, "actions": steps}]
        self.ask("input.performActions", actions=actions, context=self.tab)

    def _point(self, part, *presses):
        origin = {"type": "element", "element": part}
        move = {"type": "pointerMove", "x": 0, "y": 0, "origin": origin}
        self._act("pointer", move, *({"type": kind, "button": 0} for kind in presses))

    def type(self, *keys):
        """Press keys, each held until all are pressed."""
        values = [KEYS.get(key, key) for key in keys]
        down = [{"type": "keyDown", "value": value} for value in values]
        self._act("key", *down, *({"type": "keyUp", "value": it} for it in reversed(values)))

    def hover(self, selector):
        """Lead the pointer to the first part of the page that a selector of CSS finds."""
        self._point(self._located("css", selector)[0])

    def click(self, role, name):
        show = "(it) => it.scrollIntoView({ block: 'center', behavior: 'instant' })"
        self._point(self._reached(role, name, show), "pointerDown", "pointerUp")

    def press(self, role, name, key):
        self._reached(role, name, "(it) => it.focus()")
        self.type(key)


def main() -> int:
    if find() is None:
        chromium.install("firefox-esr")
    if find() is None:
        print(HOW, file=sys.stderr)
    return 0  # the tests say once more that they are skipped, and why


if __name__ == "__main__":
    sys.exit(main())
