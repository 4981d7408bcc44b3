"""A text run in a process of its own, within bounds of time, of memory, and of what it writes.

The process gets the text from a file. It writes its answer to a second file, whose size is bounded.
So nobody has to read while it writes, and nothing that it writes comes to the terminal.
"""

import json
import os
import sys
import warnings
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

import games

__all__ = ["Process", "run"]

_CODE = """
import sys
sys.path[:0] = sys.argv[1:]
from own_games import process, replies, running
process.run(replies.answer, running.OutOfTime)
"""


# The bound on the number of processes does not bind root. The number is that of "nobody".
_NOBODY: dict[str, Any] = {"user": 65534, "group": 65534, "extra_groups": ()}
_WEAK = {
    "root": (
        "a process of root can start others, which may outlive it, and the account without rights "
        "cannot read this Python. Work as an ordinary user"
    ),
    "not posix": "here a process can be bounded in time, but not in memory",
}


@cache
def _nobody_can(python: str, *folders: str) -> bool:
    """Whether root can start this Python with this package under the account without rights."""
    from subprocess import DEVNULL, run

    code = "import sys; sys.path[:0] = sys.argv[1:]; import own_games.program"
    try:
        command = [python, "-I", "-c", code, *folders]
        result = run(command, stdout=DEVNULL, stderr=DEVNULL, check=False, cwd="/", **_NOBODY)
    except OSError:  # it cannot read the folder, or root may not change accounts here
        return False
    return result.returncode == 0


class Process:
    """A text that runs in a process of its own (see `own_games.isolated.Pending`).

    Args:
        request: what is run: the arguments of `own_games.program.answer`.
        seconds: the seconds of computing that it may take.
        memory: the megabytes that it may use.
        size: the characters that its answer may have.
    """

    grace = 5

    def __init__(self, request: Sequence[str], seconds: int, memory: int, size: int) -> None:
        import tempfile  # these are imported here, because a page does not need them
        from subprocess import DEVNULL, Popen

        self.seconds, self.size = seconds, size
        # In a checkout the two packages lie in different folders.
        folders = [str(Path(file).parents[1]) for file in (__file__, games.__file__)]
        weak, account = None, {}
        if os.name != "posix":
            weak = "not posix"
        elif os.geteuid() == 0:
            if _nobody_can(sys.executable, *folders):
                account = _NOBODY
            else:
                weak = "root"
        self._out = tempfile.TemporaryFile()  # noqa: SIM115 - closed when the process is stopped
        with tempfile.TemporaryFile() as task:
            task.write(json.dumps([[*request], seconds, memory, size]).encode())
            task.seek(0)
            self._process = Popen(
                [sys.executable, "-I", "-c", _CODE, *folders],
                stdin=task,
                stdout=self._out,
                stderr=DEVNULL,
                start_new_session=True,
                **account,
            )
        if weak:
            warnings.warn(_WEAK[weak], RuntimeWarning, stacklevel=4)

    def poll(self) -> str | None:
        """Return the answer; None as long as the process is at work."""
        code = self._process.poll()
        if code is None:
            return None
        self._out.seek(0)
        reply = self._out.read(self.size + 1).decode(errors="replace")
        if code == 0 and reply:
            return reply
        message, limit = self._ended(code)
        return json.dumps({"error": message, "line": None, "limit": limit})

    def _ended(self, code: int) -> tuple[str, str]:
        """Return why the process has ended, and the limit that it reached."""
        import signal

        if code < 0 and -code in (getattr(signal, "SIGXCPU", 0), getattr(signal, "SIGKILL", 0)):
            return (
                f"the text was ended after {self.seconds} seconds, or because it used too much "
                "memory: is there an endless loop, or something very large?"
            ), "seconds"
        if -code == getattr(signal, "SIGXFSZ", 0):
            return "the text has written too much", ""
        if code < 0:
            return f"the text has broken the Python in which it ran (signal {-code})", ""
        return f"the text has ended its Python before there was an answer (with code {code})", ""

    def stop(self) -> None:
        """End the process, with all that it has started."""
        with suppress(ProcessLookupError, PermissionError):
            if os.name == "posix":
                os.killpg(self._process.pid, 9)
            else:
                self._process.kill()
        self._process.wait()
        self._out.close()


def run(answer: Callable[..., str], late_error: type[BaseException]) -> None:
    """Do what the process is for: read the text, run it within its bounds, write the answer.

    Args:
        answer: what returns the reply for the arguments given (`own_games.program.answer`).
        late_error: the exception that is raised in the text when its seconds are over.
    """
    request, seconds, memory, size = json.load(sys.stdin)
    own_process, output, null_device = os.getpid(), os.dup(1), os.open(os.devnull, os.O_RDWR)
    for descriptor in (0, 1):
        os.dup2(null_device, descriptor)  # what the text reads and writes is not ours
    if os.name == "posix":
        _bound(seconds, memory, size, late_error)
    reply = answer(*request).encode()
    while reply and os.getpid() == own_process:
        reply = reply[os.write(output, reply) :]
    os._exit(0)


def _bound(seconds: int, memory: int, size: int, late_error: type[BaseException]) -> None:
    import resource
    import signal

    def stop(*_: object) -> None:
        raise late_error

    seconds_used = sum(resource.getrusage(resource.RUSAGE_SELF)[:2])
    signal.signal(signal.SIGXCPU, stop)
    bounds = {
        resource.RLIMIT_CPU: (int(seconds_used) + seconds + 1, int(seconds_used) + seconds + 2),
        resource.RLIMIT_AS: (memory << 20, memory << 20),
        resource.RLIMIT_FSIZE: (size, size),
        resource.RLIMIT_NPROC: (0, 0),
        resource.RLIMIT_CORE: (0, 0),
    }
    for resource_name, bound in bounds.items():
        with suppress(ValueError, OSError):  # not every system keeps each
            resource.setrlimit(resource_name, bound)
