"""What all terminals of the checks have in common."""

import re
import threading
import time
from pathlib import Path

from .build import PATIENCE, Failure

__all__ = ["AD", "BALL", "PANEL", "PAGE", "WIDTH", "HEIGHT", "STILL", "ESCAPE", "ENTER", "TAB", "DOWN", "CONTROL_C",
           "CONTROL_Z", "F2", "F9", "has_ended", "process_fields"]
# The longest time between two looks at a terminal, and the time for which something must not happen.
POLL, STILL = 0.05, 1.0
WIDTH, HEIGHT = 80, 24
ESCAPE, ENTER, TAB, DOWN, CONTROL_C, CONTROL_Z = b"\x1b", b"\r", b"\t", b"\x1b[B", b"\x03", b"\x1a"
F2, F9 = b"\x1bOQ", b"\x1b[20~"
# What the ball, an advertisement, the tools and the demo's first page are known by.
BALL, AD, PANEL = re.compile("•‿•|▐•▌|▙█▟"), re.compile(r"Skip (\d+)"), re.compile(r"\bTools\b")
PAGE = re.compile(r"\d+ of \d+ in stock")


def process_fields(process):
    """The fields of a process in /proc, beginning with its state; None once it's gone."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()
    except OSError:
        return None


def has_ended(process):
    """Whether a process has ended, though its parent may not have waited for it: tmux doesn't always."""
    fields = process_fields(process)
    return not fields or fields[0] == "Z"


class Terminal:
    """A terminal in which a program runs, whose `lines` a person sees."""

    def __init__(self):
        self.lines = []
        # Its lock is held while a condition is looked at.
        self.news = threading.Condition()

    def refresh(self):
        pass

    def find(self, pattern):
        """The cell at which a text begins; of several, the rightmost."""
        found = [(m.start(), y) for y, line in enumerate(self.lines) for m in re.finditer(pattern, line)]
        return max(found, default=None)

    def sees(self, *patterns):
        return all(self.find(pattern) for pattern in patterns)

    def picture(self):
        return "\n".join(f"    |{line}" for line in self.lines)

    def fail(self, text):
        raise Failure(f"{text}; the screen:\n{self.picture()}")

    def expect(self, condition, text):
        if not condition:
            self.fail(text)

    def until(self, condition, what, patience=PATIENCE):
        end = time.monotonic() + patience
        with self.news:
            while True:
                self.refresh()
                if value := condition():
                    return value
                if time.monotonic() > end:
                    self.fail(f"waited {patience:.0f} s for {what}, which did not come")
                self.news.wait(POLL)

    def never(self, condition, what):
        end = time.monotonic() + STILL
        with self.news:
            while time.monotonic() < end:
                self.refresh()
                self.expect(not condition(), f"did not expect {what}")
                self.news.wait(POLL)

    def until_seen(self, pattern, when):
        return self.until(lambda: self.find(pattern), f"/{getattr(pattern, 'pattern', pattern)}/ {when}")

    def until_gone(self, pattern, when):
        self.until(lambda: not self.sees(pattern), f"/{getattr(pattern, 'pattern', pattern)}/ to go {when}")

    def until_page(self, when, **more):
        self.until(lambda: self.sees(PAGE, BALL) and not self.sees(AD), f"the page and the ball {when}", **more)

    def until_ad(self, when):
        """Waits for an advertisement that takes keys: what comes before all of it was visible for 0.4 s has no effect."""
        self.until_seen(AD, when)
        time.sleep(0.9)

    def skip_ad(self):
        self.until_ad("after the start")
        self.send(ESCAPE)
        self.until_page("after the advertisement was skipped")

    def type(self, line):
        self.send(line.encode() + b"\r")

    @staticmethod
    def pointer(button, x, y, final):
        """A mouse report in SGR's format: M for a press or a move, m for a release."""
        return f"\x1b[<{button};{x + 1};{y + 1}{final}".encode()

    def press(self, x, y):
        self.send(self.pointer(0, x, y, "M"))

    def move(self, x, y):
        self.send(self.pointer(32, x, y, "M"))

    def release(self, x, y):
        self.send(self.pointer(0, x, y, "m"))

    def tap(self, x, y):
        """Taps at a cell in one write, so that a busy machine can't separate the press and the release."""
        self.send(self.pointer(0, x, y, "M") + self.pointer(0, x, y, "m"))
