"""How a host ends and stops: the terminal is restored, and the shell gets its keys."""

import asyncio
import os
import re
import signal
from pathlib import Path

from .checks import case
from .constants import CONTROL_C, CONTROL_Z, HEIGHT, WIDTH
from .pane import Pane
from .pty import Pty
from .screen import Screen


@case("q restores the terminal")
async def quits(checks):
    async with Pane(checks) as pane:
        await pane.type("stty -a >before; ./run; echo ended with $?; stty -a >after; echo >done")
        await pane.skip_ad()
        await pane.send(b"q")
        await pane.until(lambda: (pane.folder / "done").exists(), "the end after q")
        await pane.until_shell("after q")
        pane.expect(pane.sees("^ended with 0"), "expected the host to end with 0")
        before, after = ((pane.folder / name).read_text() for name in ("before", "after"))
        pane.expect(before == after, f"expected the line settings\n{before}\nnot\n{after}")


@case("keys after q in the same write reach the shell", b"q")
@case("keys after control-Z in the same write reach the shell", CONTROL_Z)
async def types_ahead_for_the_shell(checks, key):
    async with Pane(checks) as pane:
        await pane.start()
        await pane.skip_ad()
        await pane.send(key + b"echo it is $((6 * 7))\r")
        await pane.until(lambda: pane.sees("^it is 42"), "the output of the typed command")
        await pane.send(b"kill %% 2>/dev/null\r")


@case("control-Z restores the terminal, and fg takes it again")
async def stops(checks):
    async with Pty(checks) as terminal:
        await terminal.skip_ad()
        screen = terminal.screen
        taken = {number for number, on in screen.modes.items() if on} - {Screen.SYNCHRONIZED}
        await terminal.send(CONTROL_Z)
        await terminal.until_printed("shell: stopped", "the shell after control-Z")
        terminal.expect_restored("control-Z")
        await terminal.send(b"\n")
        await terminal.until_page("after fg")
        again = {number for number, on in screen.modes.items() if on} - {Screen.SYNCHRONIZED}
        terminal.expect(again == taken, f"expected the modes {taken} after fg, not {again}")
        await terminal.send(b"q")
        await terminal.until_ended("q after fg")


@case("q resets every mode", b"q")
@case("control-C resets every mode", CONTROL_C)
async def ends_by_key(checks, key):
    async with Pty(checks) as terminal:
        await terminal.skip_ad()
        await terminal.send(key)
        status = await terminal.until_ended(f"the key {key!r}")
        terminal.expect(status == 0, f"expected to end with 0, not {status}")


@case("keys for the panel may follow the key that opens it in one write", b"\x1bOQ" + b"quit\r")
async def types_ahead_for_the_program(checks, keys):
    async with Pty(checks) as terminal:
        await terminal.skip_ad()
        await terminal.send(keys)
        await terminal.until_ended("f2 quit enter in one write")


@case("a paste whose end never comes ends by itself, and then q is a key", b"q", 2.5)
@case("control-C in a paste whose end never comes ends the program", CONTROL_C, 0)
async def lost_paste(checks, key, pause):
    async with Pty(checks) as terminal:
        await terminal.skip_ad()
        await terminal.send(b"\x1b[200~abc")
        await asyncio.sleep(pause)
        await terminal.send(key)
        await terminal.until_ended("the key after the paste")


@case("a paste that pauses on a slow line doesn't type its rest")
async def slow_paste(checks):
    async with Pty(checks) as terminal:
        await terminal.skip_ad()
        await terminal.send(b"\x1b[200~abc")
        await asyncio.sleep(0.6)
        await terminal.send(b"q\x1b[201~")
        # If that q were a key, the program would have ended before it shows the tools.
        await terminal.send(b"\x1bOQ")
        await terminal.until(lambda: terminal.sees("─ Tools ─"), "the tools after the paste")
        await terminal.send(b"\x1b")
        await terminal.until_page("after the tools")
        await terminal.send(b"q")
        await terminal.until_ended("q")


@case("SIGTERM ends a program whose terminal nobody reads, and the screen is restored when it is read again")
async def ends_unread(checks):
    async with Pty(checks) as terminal:
        await terminal.skip_ad()
        host = Path(f"/proc/{terminal.host}")
        terminal.stop_reading()
        calls = [""]

        def waits_for_the_terminal():
            # `write`, here or on ARM; a new size, and thus a new picture, until the host is in it.
            if calls[-1].split()[:1] not in (["1"], ["64"]):
                terminal.resize(200 + len(calls) % 2, 60)
            calls.append((host / "syscall").read_text())
            return calls[-5:] == 5 * calls[-1:]

        await terminal.until(waits_for_the_terminal, "the host to wait for its terminal")
        os.kill(int(host.name), signal.SIGTERM)
        await terminal.until(lambda: not host.exists(), "the end by SIGTERM")
        terminal.go_on_reading()
        match = await terminal.until_printed(r"shell: ended with (\d+)", "the shell")
        terminal.expect(int(match[1]) == 128 + signal.SIGTERM, f"expected the end by SIGTERM, not {match[1]}")
        await terminal.until(lambda: not terminal.screen.is_alternate, "the guardian to leave the screen")


@case("SIGTERM ends a program that hangs, and resets every mode once")
async def hangs(checks):
    async with Pty(checks, "--plugin-path", await checks.plugin) as terminal:
        await terminal.skip_ad()
        await terminal.send(b"H")
        await terminal.until(lambda: terminal.sees("ctrl-c ends the program"), "the notice of the hang")
        os.kill(terminal.host, signal.SIGTERM)
        status = await terminal.until_ended("SIGTERM in a hang")
        terminal.expect(status == 128 + signal.SIGTERM, f"expected the end by SIGTERM, not {status}")


@case("a hang that the terminal doesn't see leaves no keyboard protocol pushed")
async def hangs_unread(checks):
    async with Pty(checks) as terminal:
        await terminal.skip_ad()
        terminal.stop_reading()
        # New sizes, and thus new pictures, until the host waits for the terminal and has shown its notice.
        for columns in (200, 201) * 20:
            terminal.resize(columns, 60)
            await asyncio.sleep(0.1)
        terminal.resize(WIDTH, HEIGHT)
        terminal.go_on_reading()
        await terminal.until_page("after the hang")
        taken = re.compile(rb"\x1b\[[=>]5u")
        await terminal.until(lambda: len(taken.findall(terminal.screen.stream)) > 1, "the keyboard after the hang")
        await terminal.send(b"q")
        await terminal.until_ended("q after the hang")


@case("answers that come late, after control-C, don't reach the shell")
async def answers_late(checks):
    async with Pty(checks, answers=False) as terminal:
        await terminal.until_ad("after the start")
        await terminal.send(CONTROL_C)
        await asyncio.sleep(0.5)
        await terminal.send(b"\x1b[?2026;2$y\x1b[?62;22c")
        await terminal.until_ended("control-C")
        await terminal.never(lambda: "62;22c" in terminal.screen.printed, "the answer at the shell")


@case("a trap resets every mode, and then its message is printed", "enable=no")
@case("a trap with the backtracer resets every mode too", "enable=yes,interactive=no,color=no,symbolicate=off")
async def traps(checks, backtrace):
    async with Pty(checks, "--plugin-path", await checks.plugin, SWIFT_BACKTRACE=backtrace) as terminal:
        await terminal.skip_ad()
        await terminal.send(b"T")
        status = await terminal.until_ended("a trap")
        terminal.expect(status > 128, f"expected to end by a signal, not with {status}")
        stream = terminal.screen.stream
        left = stream.rindex(b"\x1b[?1049l")
        terminal.expect(b"Fatal error" not in stream[:left], "the trap's message went over the picture")
        terminal.expect(b"Fatal error" in stream[left:], "expected the trap's message after the screen was left")
        if "enable=yes" in backtrace:
            terminal.expect(b"crashed" in stream[left:], "expected the backtrace after the screen was left")
            trace, sentence = stream.rindex(b"Thread 0"), stream.rindex(b"crashed the program")
            terminal.expect(trace < sentence, "expected the plugin's name below the backtrace")
        count = stream.count(b"crashed the program")
        terminal.expect(count == 1, f"expected the sentence about the plugin once, not {count} times")


@case("a program that ends while it is created ends at once, and takes no screen")
async def ends_while_made(checks):
    async with Pty(checks, program=await checks.ender) as terminal:
        status = await terminal.until_ended("the start", has_screen=False)
        terminal.expect(status == 0, f"expected to end with 0, not with {status}")
