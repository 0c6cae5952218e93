"""What a host writes to its terminal, and what it doesn't."""

import os
import re
import subprocess
import time

from harness import AD, ESCAPE, F2, PAGE, PANEL, PATIENCE, STILL, Failure, Screen, case, environment

from . import pty


@case("a plugin's output goes to the log and not over the picture")
def prints(checks):
    with pty(checks, *checks.plugin) as terminal:
        terminal.skip_ad()
        terminal.send(b"q")
        terminal.until_ended("q")
        log = (terminal.folder / "state" / "log").read_text()
        for text in ("printed by a plugin", "complained by a plugin"):
            terminal.expect(text in log, f"expected '{text}' in the log:\n{log}")
            terminal.expect(text not in terminal.printed, f"'{text}' went over the picture")


@case("a still screen causes no output")
def rests(checks):
    with pty(checks) as terminal:
        terminal.skip_ad()
        # The advertisement may still be fading out.
        terminal.rest(0.3)
        before = len(terminal.stream)
        time.sleep(STILL)
        extra = bytes(terminal.stream[before:])
        terminal.expect(not extra, f"expected no bytes, not {extra[:200]!r}")


@case("frames are synchronized only in a terminal that supports it")
def synchronizes(checks):
    with pty(checks) as able, pty(checks, answers=False) as silent:
        for terminal in (able, silent):
            terminal.skip_ad()
            terminal.send(b"q")
            terminal.until_ended("q")
        able.expect(Screen.SYNCHRONIZED in able.screen.modes_ever_set, "expected synchronized output")
        extra = able.screen.outside_brackets
        able.expect(not extra, f"expected all output between the brackets, but {extra[:200]!r} was not")
        silent.expect(Screen.SYNCHRONIZED not in silent.screen.modes_ever_set, "expected no synchronized output")


@case("NO_COLOR turns colors off", r"", {"NO_COLOR": "1"})
@case("a terminal that promises 256 colors gets no more", r"[34]8;5", {})
@case("a terminal that promises 16 colors gets no more", r"[349]\d|10\d", {"TERM": "xterm"})
@case("COLORTERM turns true colors on", r"[34]8;2", {"COLORTERM": "truecolor"})
def colors(checks, allowed, environment):
    with pty(checks, **environment) as terminal:
        terminal.skip_ad()
        used = terminal.screen.colors
        wrong = {color for color in used if not re.fullmatch(allowed, color) and color not in ("39", "49")}
        terminal.expect(not wrong, f"expected only the colors /{allowed}/, but {sorted(wrong)} were set")
        terminal.expect(used or not allowed, f"expected colors /{allowed}/")


@case("--ascii prints only ASCII, whatever the locale has", "C")
@case("--ascii prints only ASCII, whatever the locale has", "C.UTF-8")
def ascii_only(checks, locale):
    with pty(checks, "--ascii", LC_ALL=locale) as terminal:
        terminal.until_ad("after the start")
        terminal.send(ESCAPE)
        terminal.until(lambda: terminal.sees(PAGE) and not terminal.sees(AD), "the page")
        terminal.send(F2)
        terminal.until_seen(PANEL, "after f2")
        terminal.send(ESCAPE)
        terminal.until_gone(PANEL, "with escape")
        others = sorted({character for character in terminal.printed if ord(character) > 0x7E})
        terminal.expect(not others, f"expected ASCII in the locale {locale}, but {others} were printed")


@case("--no-mouse leaves the mouse to the terminal")
def no_mouse(checks):
    with pty(checks, "--no-mouse") as terminal:
        terminal.skip_ad()
        wrong = terminal.screen.modes_ever_set & {9, 1000, 1001, 1002, 1003, 1005, 1006, 1015, 1016}
        terminal.expect(not wrong, f"expected no mode of the mouse, but {wrong} were set")


@case("without a terminal for output the host says how to run a script", "stdout")
@case("without a terminal for input the host says how to run a script", "stdin")
def no_terminal(checks, missing):
    master, slave = os.openpty()
    try:
        streams = {"stdin": slave, "stdout": slave, "stderr": subprocess.PIPE, missing: subprocess.PIPE}
        folder = checks.folder.new()
        process = subprocess.Popen(checks.command(folder), env=environment(folder), **streams)
        try:
            output, error = process.communicate(timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            process.kill()
            raise Failure(f"the host hangs where {missing} is no terminal")
        os.set_blocking(master, False)
        try:
            shown = os.read(master, 65536)
        except BlockingIOError:
            shown = b""
        said = (output or b"") + error + shown
        if process.returncode != 69 or b"--script" not in error or b"\x1b" in said:
            raise Failure(
                f"expected to end with 69, a message that names --script and no escape codes, "
                f"not {process.returncode} and {said!r}"
            )
    finally:
        os.close(master)
        os.close(slave)
