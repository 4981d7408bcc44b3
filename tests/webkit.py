"""The WebKit that a few tests drive: WebKitGTK's MiniBrowser, by its own WebDriver.

The driver speaks JSON over HTTP (https://www.w3.org/TR/webdriver2). The browser needs a display,
and where there is none gets one of its own (Xvfb).
"""

import json
import os
import socket
import subprocess
import time
import urllib.error
import urllib.request
from pathlib import Path

from tests import chromium

HOW = (
    "No WebKit here, so NOTHING is tested in it. Install one (Debian: `sudo apt-get install "
    "webkit2gtk-driver xvfb`), or name one: WEBKIT=/path/to/WebKitWebDriver make test."
)
PATIENCE = 120  # seconds
START = 60  # seconds: a browser that has not started by then never does, and another may
KEYS = {"ArrowLeft": "\ue012", "ArrowRight": "\ue014"}
ELEMENT = "element-6066-11e4-a52e-4f735466cecf"  # the key of an element's name in the protocol
# The first part of an app with this role that is called so, for those who cannot see.
PART = """
const [role, name] = arguments;
const kind = role === "slider" ? "[role=slider], [type=range]" : "button";
const called = (it) => it.getAttribute("aria-label") ?? it.textContent.trim();
const all = [...document.querySelectorAll(`.oe-app :is(${kind})`)];
const found = all.find((it) => called(it) === name);
found?.scrollIntoView({ block: "center", behavior: "instant" });
return found;
"""


def find() -> tuple[str, str] | None:
    """Return the paths of a driver and of the browser that comes with it."""
    driver = chromium.find("WEBKIT", ("WebKitWebDriver",))
    browsers = sorted(Path("/usr/lib").glob("*/webkit2gtk-4.*/MiniBrowser"))
    return (driver, str(browsers[-1])) if driver and browsers else None


class WebKit(chromium.Browser):
    """A running WebKit with one window."""

    def __init__(self, driver: str, browser: str, proxy: int) -> None:
        self._running: list[subprocess.Popen[str]] = []
        self._settled = os.environ | {"WEBKIT_DISABLE_COMPOSITING_MODE": "1"}  # there is no GPU
        if "DISPLAY" not in self._settled:
            screen = ("-screen", "0", "1280x900x24", "-nolisten", "tcp")
            display = self._start("Xvfb", "-displayfd", "1", *screen).stdout.readline().strip()
            self._settled["DISPLAY"] = f":{display}"
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        self._start(driver, f"--port={port}")
        self._address = f"http://127.0.0.1:{port}"
        # Another host than this machine is reached by the proxy alone, and that writes it down.
        by = {"proxyType": "manual", "noProxy": ["127.0.0.1"]}
        by |= {"httpProxy": f"127.0.0.1:{proxy}", "sslProxy": f"127.0.0.1:{proxy}"}
        own = {"binary": browser, "args": ["--automation"]}
        wanted = {"webkitgtk:browserOptions": own, "proxy": by, "pageLoadStrategy": "none"}
        try:
            begun = self.ask("POST", "/session", START, capabilities={"alwaysMatch": wanted})
        except BaseException:
            self._end()
            raise
        self._address += f"/session/{begun['sessionId']}"
        self.ask("POST", "/timeouts", script=1000 * PATIENCE)

    def _start(self, *command: str) -> "subprocess.Popen[str]":
        """Start a program that ends with this browser."""
        quiet = {"stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL, "encoding": "utf-8"}
        self._running.append(subprocess.Popen(command, env=self._settled, **quiet))
        return self._running[-1]

    def close(self) -> None:
        try:
            self.ask("DELETE", "")
        finally:
            self._end()

    def _end(self) -> None:
        for program in reversed(self._running):
            program.terminate()
            program.wait(20)

    def ask(self, method, path, within=2 * PATIENCE, **parameters):
        """Send one command and return its result; at first, wait until the driver listens."""
        data = json.dumps(parameters).encode() if method == "POST" else None
        asked = urllib.request.Request(f"{self._address}{path}", data=data, method=method)
        end = time.monotonic() + PATIENCE
        while True:
            try:
                with urllib.request.urlopen(asked, timeout=within) as answer:
                    return json.load(answer)["value"]
            except urllib.error.HTTPError as error:
                raise RuntimeError(f"{path}: {json.load(error)['value']}") from None
            except urllib.error.URLError as error:
                if not isinstance(error.reason, ConnectionRefusedError) or time.monotonic() > end:
                    raise
                time.sleep(0.05)

    def goto(self, address):
        self.ask("POST", "/url", url=address)

    def evaluate(self, expression):
        """Return the text, number or truth value of an expression in the page."""
        return self.ask("POST", "/execute/sync", script=f"return {expression}", args=[])

    def framed(self, expression):
        """The same in the first frame of the page; nothing while that is on its way."""
        try:
            self.ask("POST", "/frame", id=0)
            return self.evaluate(expression)
        except RuntimeError:
            return None
        finally:
            self.ask("POST", "/frame", id=None)

    def _part(self, role, name):
        """Return the path of a part of an app, by its role and name for those who cannot see."""
        found = self.ask("POST", "/execute/sync", script=PART, args=[role, name])
        assert found, f"there is no {role} {name}"
        return f"/element/{found[ELEMENT]}"

    def click(self, role, name):
        self.ask("POST", f"{self._part(role, name)}/click")

    def press(self, role, name, key):
        self.ask("POST", f"{self._part(role, name)}/value", text=KEYS[key])
