"""What only a terminal or a kill shows of the assistant's ball."""

import os
import re
import signal

from harness import BALL, CONTROL_Z, ESCAPE, HEIGHT, PANEL, WIDTH, case

from . import Shell

HELD = re.compile("◂[ █]◆[ █]▸")


class Shop(Shell):
    """The demo's first page with the ball on it."""

    def __enter__(self):
        super().__enter__()
        self.start()
        self.skip_ad()
        return self

    @property
    def ball(self):
        """The cell in the middle of the ball; nil while it is not seen."""
        place = self.find(BALL)
        return place and (place[0] + 1, place[1])

    @property
    def held(self):
        """The cell in the middle of the ball that is in the person's hand."""
        place = self.find(HELD)
        return place and (place[0] + 2, place[1])

    def until_ball(self, place, when):
        self.until(lambda: self.ball == place, f"the ball at {place} {when}")

    def drag(self, *places):
        """Presses the ball until it is in the hand, and drags it; returns where it was."""
        start = self.ball
        self.press(*start)
        self.until(lambda: self.held == start, f"the ball in the hand at {start}")
        for place in places:
            self.move(*place)
            self.until(lambda: self.held == place, f"the ball under the pointer at {place}")
        return start


@case("after a long press the ball follows the pointer, and docks to the nearest side")
def drags(checks):
    with Shop(checks) as shop:
        shop.drag((60, 5), (10, 15), (42, 12), (36, 9))
        shop.release(36, 9)
        shop.until_ball((2, 9), "at the left side")
        shop.drag((20, 20), (44, 6))
        shop.release(44, 6)
        shop.until_ball((WIDTH - 3, 6), "at the right side")
        shop.never(lambda: shop.sees(PANEL), "a panel after a drag")


@case("a program that is stopped ends a drag, and the ball is at its old place after fg")
def stops(checks):
    with Shop(checks) as shop:
        place = shop.drag((30, 8))
        shop.send(CONTROL_Z)
        shop.until_shell("after control-Z")
        shop.type("fg")
        shop.until_page("after fg")
        shop.release(30, 8)
        shop.until_ball(place, "after fg")
        shop.tap(*place)
        shop.until_seen(PANEL, "after a tap")


@case("a screen of any size has the ball within reach, and its old place is kept")
def resizes(checks):
    with Shop(checks) as shop:
        shop.drag((10, 8))
        shop.release(10, 8)
        shop.until_ball((2, 8), "at the left side")
        shop.resize(1, 1)
        shop.until(lambda: shop.lines == ["•"], "the ball alone on the smallest screen")
        shop.press(0, 0)
        shop.until(lambda: shop.lines == ["◆"], "the ball in the hand on the smallest screen")
        shop.release(0, 0)
        shop.until(lambda: shop.lines == ["•"], "the ball let go")
        shop.tap(0, 0)
        shop.until(lambda: shop.lines != ["•"], "the tools on the smallest screen")
        shop.send(ESCAPE)
        shop.until(lambda: shop.lines == ["•"], "the ball without the tools")
        shop.resize(WIDTH, HEIGHT)
        shop.until_ball((2, 8), "at its old place at the first size")


@case("the next start finds the ball where it was left a second before kill -KILL")
def outlives(checks):
    # Where the page is empty: over a text a ball that has rested is no whole one.
    with Shop(checks) as shop:
        shop.drag((20, 20))
        shop.release(20, 20)
        shop.until_ball((2, 20), "at the left side")
        kept = shop.folder / "state"
        shop.until(
            lambda: any('"left"' in file.read_text() for file in kept.rglob("floating-assistant.json")),
            "the place in the store",
        )
        os.kill(int((shop.folder / "process").read_text()), signal.SIGKILL)
        shop.until_seen("Killed", "in the shell")
        shop.start()
        # So soon after the last one there is no advertisement.
        shop.until_page("at the next start")
        shop.until_ball((2, 20), "at the next start")
