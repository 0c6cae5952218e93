"""What a person sees and does: the advertisement, the ball, the page and its keys."""

import re

from .checks import case
from .constants import AD, BALL, CONTROL_Z, DOWN, ESCAPE, F2, F9, HEIGHT, PANEL, SHORT_ABSENCES_COUNT, WIDTH
from .pane import Pane
from .pty import Pty


@case("the advertisement counts down and ends, and the page appears with the ball")
async def counts_down(checks):
    async with Pane(checks) as pane:
        numbers = []

        def look():
            if place := pane.find(AD):
                numbers.append(int(AD.search(pane.lines[place[1]])[1]))
                return False
            return numbers and pane.sees_page()

        await pane.start()
        await pane.until(look, "the advertisement to end by itself")
        # On a busy machine the check misses some numbers.
        is_countdown = numbers == sorted(numbers, reverse=True) and len(set(numbers)) >= 3 and numbers[-1] <= 1
        pane.expect(is_countdown, f"expected a countdown to 0, not {list(dict.fromkeys(numbers))}")
        await pane.until_page("after the advertisement")


@case("a tap on the ball opens the tools, and a tap beside it reaches the page")
async def taps(checks):
    async with Pane(checks) as pane:
        await pane.start()
        await pane.skip_ad()
        x, y = pane.find(BALL)
        await pane.tap(x + 1, y)
        await pane.until(lambda: pane.sees(PANEL), "the tools after a tap on the ball")
        await pane.send(ESCAPE)
        await pane.until(lambda: not pane.sees(PANEL), "the tools to close with escape")
        if checks.cell:
            cell, texts = checks.cell
            await pane.tap(*cell)
            await pane.until(lambda: pane.sees(*map(re.escape, texts)), f"{texts} after a tap at {cell}")
        # Last, because the tap may act on something of the page.
        await pane.tap(x - 3, y)
        await pane.never(lambda: pane.sees(PANEL), "the tools after a tap beside the ball")


@case("keys reach the page while only the ball is there, and the panel while it is open")
async def keys(checks):
    async with Pane(checks) as pane:
        await pane.start()
        await pane.skip_ad()
        await pane.send(F2)
        await pane.until(lambda: pane.sees(PANEL), "the tools after f2")
        # Only colors show which tool is selected.
        before = pane.styled
        await pane.send(DOWN)
        await pane.until(lambda: pane.styled != before, "the next tool to be selected by the down key")
        pane.expect(pane.sees(PANEL), "expected the tools to stay after the down key")
        await pane.send(ESCAPE)
        await pane.until(lambda: not pane.sees(PANEL), "the tools to close with escape")
        await pane.until_page("after the tools")
        if checks.key:
            key, texts = checks.key
            await pane.send(key.encode())
            await pane.until(lambda: pane.sees(*map(re.escape, texts)), f"{texts} after the key '{key}'")


@case("a short absence brings no advertisement")
async def short_absence(checks):
    async with Pane(checks) as pane:
        await pane.start()
        await pane.skip_ad()
        await pane.send(CONTROL_Z)
        await pane.until_shell("after control-Z")
        await pane.type("fg")
        await pane.until(lambda: pane.sees(AD) or pane.sees_page(), "the program after fg")
        await pane.never(lambda: pane.sees(AD), "an advertisement after an absence under 10 s")
        await pane.until_page("after fg")


@case("a return of the user brings the advertisement, and a lock doesn't")
async def returns(checks):
    async with Pane(checks, config=SHORT_ABSENCES_COUNT) as pane:
        await pane.start()
        await pane.skip_ad()
        await pane.send(F9)
        await pane.never(lambda: pane.sees(AD), "an advertisement after a lock")
        await pane.send(F9)
        await pane.never(lambda: pane.sees(AD), "an advertisement after an unlock")
        await pane.send(CONTROL_Z)
        await pane.until_shell("after control-Z")
        await pane.type("fg")
        await pane.until(lambda: pane.sees(AD) or pane.sees_page(), "the program after fg")
        pane.expect(pane.sees(AD), "expected the advertisement before the page after fg")
        await pane.send(ESCAPE)
        await pane.until_page("after the advertisement was skipped again")


@case("the ball stays visible at each size of the terminal")
async def resizes(checks):
    async with Pane(checks) as pane:
        await pane.start()
        await pane.skip_ad()
        for width, height in ((40, 12), (20, 5), (WIDTH, HEIGHT)):
            await pane.resize(width, height)

            def fits():
                # A ball that is cut off was drawn for the old size.
                place = pane.find(BALL)
                return place and place[0] + 3 <= width and place[1] < height

            await pane.until(fits, f"the ball at {width}x{height}")
        await pane.until_page("at the first size again")


@case("the page isn't visible before the advertisement, at the start and after fg")
async def no_flash(checks):
    async with Pty(checks, config=SHORT_ABSENCES_COUNT) as terminal:
        allow_page = terminal.forbid_page()
        await terminal.until_ad("after the start")
        await terminal.until(lambda: terminal.sees("Skip [0-4]"), "the countdown")
        allow_page()
        await terminal.skip_ad()
        await terminal.send(CONTROL_Z)
        await terminal.until_printed("shell: stopped", "the shell after control-Z")
        allow_page = terminal.forbid_page()
        await terminal.send(b"\n")
        await terminal.until_ad("after fg")
        allow_page()
