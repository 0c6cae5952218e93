"""What a host writes to its terminal, and what it doesn't."""

import asyncio
import os
import re
import time

from .checks import Failure, case
from .constants import AD, ESCAPE, F2, PANEL, PATIENCE, STILL
from .pty import Pty
from .screen import Screen


@case("a plugin's output goes to the log and not over the picture")
async def prints(checks):
    async with Pty(checks, "--plugin-path", await checks.plugin) as terminal:
        await terminal.skip_ad()
        await terminal.send(b"q")
        await terminal.until_ended("q")
        log = (terminal.folder / "state" / "log").read_text()
        for text in ("printed by a plugin", "complained by a plugin"):
            terminal.expect(text in log, f"expected '{text}' in the log:\n{log}")
            terminal.expect(text not in terminal.screen.printed, f"'{text}' went over the picture")


@case("a still screen causes no output")
async def rests(checks):
    async with Pty(checks) as terminal:
        await terminal.skip_ad()
        # The advertisement may still be fading out.
        await terminal.until(lambda: time.monotonic() - terminal.last_byte > 0.3, "an end of the output")
        before = len(terminal.screen.stream)
        await asyncio.sleep(STILL)
        extra = terminal.screen.stream[before:]
        terminal.expect(not extra, f"expected no bytes, not {extra[:200]!r}")


@case("frames are synchronized only in a terminal that supports it")
async def synchronizes(checks):
    async with Pty(checks) as able, Pty(checks, answers=False) as silent:
        for terminal in (able, silent):
            await terminal.skip_ad()
            await terminal.send(b"q")
            await terminal.until_ended("q")
        able.expect(Screen.SYNCHRONIZED in able.screen.modes_ever_set, "expected synchronized output")
        extra = able.screen.outside_brackets
        able.expect(not extra, f"expected all output between the brackets, but {extra[:200]!r} was not")
        silent.expect(Screen.SYNCHRONIZED not in silent.screen.modes_ever_set, "expected no synchronized output")


@case("NO_COLOR turns colors off", r"", {"NO_COLOR": "1"})
@case("a terminal that promises 256 colors gets no more", r"[34]8;5", {})
@case("a terminal that promises 16 colors gets no more", r"[349]\d|10\d", {"TERM": "xterm"})
@case("COLORTERM turns true colors on", r"[34]8;2", {"COLORTERM": "truecolor"})
async def colors(checks, allowed, environment):
    async with Pty(checks, **environment) as terminal:
        await terminal.skip_ad()
        used = terminal.screen.colors
        wrong = {color for color in used if not re.fullmatch(allowed, color) and color not in ("39", "49")}
        terminal.expect(not wrong, f"expected only the colors /{allowed}/, but {sorted(wrong)} were set")
        terminal.expect(used or not allowed, f"expected colors /{allowed}/")


@case("--ascii prints only ASCII")
async def ascii_only(checks):
    async with Pty(checks, "--ascii") as terminal:
        await terminal.until_ad("after the start")
        await terminal.until_ad_has_keyboard()
        await terminal.send(ESCAPE)
        await terminal.until(lambda: terminal.sees_page() and not terminal.sees(AD), "the page")
        await terminal.send(F2)
        await terminal.until(lambda: terminal.sees(PANEL), "the tools after f2")
        await terminal.send(ESCAPE)
        await terminal.until(lambda: not terminal.sees(PANEL), "the tools to close with escape")
        others = sorted({character for character in terminal.screen.printed if ord(character) > 0x7E})
        terminal.expect(not others, f"expected ASCII only, but {others} were printed")


@case("--no-mouse leaves the mouse to the terminal")
async def no_mouse(checks):
    async with Pty(checks, "--no-mouse") as terminal:
        await terminal.skip_ad()
        wrong = terminal.screen.modes_ever_set & {9, 1000, 1001, 1002, 1003, 1005, 1006, 1015, 1016}
        terminal.expect(not wrong, f"expected no mode of the mouse, but {wrong} were set")


@case("without a terminal for output the host says how to run a script", "stdout")
@case("without a terminal for input the host says how to run a script", "stdin")
async def no_terminal(checks, missing):
    master, slave = os.openpty()
    try:
        streams = {"stdin": slave, "stdout": slave, "stderr": asyncio.subprocess.PIPE}
        streams[missing] = asyncio.subprocess.PIPE
        process = await asyncio.create_subprocess_exec(
            *checks.arguments(checks.new_folder()), env=checks.environment(), **streams
        )
        try:
            output, error = await asyncio.wait_for(process.communicate(), PATIENCE)
        except asyncio.TimeoutError:
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
                f"not {process.returncode}, {error!r} and {(output or b'') + shown!r}"
            )
    finally:
        os.close(master)
        os.close(slave)
