"""What a person sees and does: the advertisement, the ball, the page and its keys."""

from harness import AD, BALL, CONTROL_Z, DOWN, ESCAPE, F2, F9, HEIGHT, PAGE, PANEL, WIDTH, Failure, case

from . import SHORT_ABSENCES_COUNT, Shell, pty


@case("the advertisement counts down and ends, and the page appears with the ball")
def counts_down(checks):
    with Shell(checks) as pane:
        numbers = []

        def look():
            if place := pane.find(AD):
                numbers.append(int(AD.search(pane.lines[place[1]])[1]))
                return False
            return numbers and pane.sees(PAGE)

        pane.start()
        pane.until(look, "the advertisement to end by itself")
        # On a busy machine the check misses some numbers.
        is_countdown = numbers == sorted(numbers, reverse=True) and len(set(numbers)) >= 3 and numbers[-1] <= 1
        pane.expect(is_countdown, f"expected a countdown to 0, not {list(dict.fromkeys(numbers))}")
        pane.until_page("after the advertisement")


@case("a tap on the ball opens the tools, and a tap beside it reaches the page")
def taps(checks):
    with Shell(checks) as pane:
        pane.start()
        pane.skip_ad()
        x, y = pane.find(BALL)
        pane.tap(x + 1, y)
        pane.until_seen(PANEL, "after a tap on the ball")
        pane.send(ESCAPE)
        pane.until_gone(PANEL, "with escape")
        pane.tap(*pane.find("Orders"))
        pane.until_seen("to log in", "after a tap on the page")
        pane.tap(x - 3, y)
        pane.never(lambda: pane.sees(PANEL), "the tools after a tap beside the ball")


@case("keys reach the page while only the ball is there, and the panel while it is open")
def keys(checks):
    with Shell(checks) as pane:
        pane.start()
        pane.skip_ad()
        pane.send(F2)
        pane.until_seen(PANEL, "after f2")
        # Only colors show which tool is selected.
        before = pane.styled
        pane.send(DOWN)
        pane.until(lambda: pane.styled != before, "the next tool to be selected by the down key")
        pane.expect(pane.sees(PANEL), "expected the tools to stay after the down key")
        pane.send(ESCAPE)
        pane.until_gone(PANEL, "with escape")
        pane.until_page("after the tools")
        pane.send(b"o")
        pane.until_seen("to log in", "after a key of the page")


@case("a short absence brings no advertisement")
def short_absence(checks):
    with Shell(checks) as pane:
        pane.start()
        pane.skip_ad()
        pane.send(CONTROL_Z)
        pane.until_shell("after control-Z")
        pane.type("fg")
        pane.until(lambda: pane.sees(AD) or pane.sees(PAGE), "the program after fg")
        pane.never(lambda: pane.sees(AD), "an advertisement after an absence under 10 s")
        pane.until_page("after fg")


@case("a return of the user brings the advertisement, and a lock doesn't")
def returns(checks):
    with Shell(checks, config=SHORT_ABSENCES_COUNT) as pane:
        pane.start()
        pane.skip_ad()
        pane.send(F9)
        pane.never(lambda: pane.sees(AD), "an advertisement after a lock")
        pane.send(F9)
        pane.never(lambda: pane.sees(AD), "an advertisement after an unlock")
        pane.send(CONTROL_Z)
        pane.until_shell("after control-Z")
        pane.type("fg")
        pane.until(lambda: pane.sees(AD) or pane.sees(PAGE), "the program after fg")
        pane.expect(pane.sees(AD), "expected the advertisement before the page after fg")
        pane.send(ESCAPE)
        pane.until_page("after the advertisement was skipped again")


@case("the ball stays visible at each size of the terminal")
def resizes(checks):
    with Shell(checks) as pane:
        pane.start()
        pane.skip_ad()
        for width, height in ((40, 12), (20, 5), (WIDTH, HEIGHT)):
            pane.resize(width, height)

            def fits():
                # A ball that is cut off was drawn for the old size.
                place = pane.find(BALL)
                return place and place[0] + 3 <= width and place[1] < height

            pane.until(fits, f"the ball at {width}x{height}")
        pane.until_page("at the first size again")


@case("the page isn't visible before the advertisement, at the start and after fg")
def no_flash(checks):
    with pty(checks, config=SHORT_ABSENCES_COUNT) as terminal:
        seen, before_ad = [], True

        def look():
            # Also between two looks of the check, as each picture is complete.
            if before_ad and terminal.screen.is_alternate and PAGE.search("\n".join(terminal.screen.lines)):
                seen.append(terminal.picture())

        terminal.screen.watchers.append(look)
        terminal.until_seen(AD, "after the start")
        terminal.until_seen("Skip [0-4]", "as it counts down")
        before_ad = False
        terminal.skip_ad()
        terminal.stop()
        before_ad = True
        terminal.resume()
        terminal.until_seen(AD, "after fg")
        if seen:
            raise Failure(f"the page was seen before the advertisement:\n{seen[0]}")
