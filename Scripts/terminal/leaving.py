"""How a host ends and stops: the terminal is restored, and the shell gets its keys."""

import os
import re
import signal
import time
from pathlib import Path

from harness import AD, CONTROL_C, CONTROL_Z, ESCAPE, F2, HEIGHT, PANEL, WIDTH, Screen, case

from . import Shell, pty


@case("q restores the terminal")
def quits(checks):
    with Shell(checks) as pane:
        pane.type("stty -a >before; ./run; echo ended with $?; stty -a >after; echo >done")
        pane.skip_ad()
        pane.send(b"q")
        pane.until(lambda: (pane.folder / "done").exists(), "the end after q")
        pane.until_shell("after q")
        pane.expect(pane.sees("^ended with 0"), "expected the host to end with 0")
        before, after = ((pane.folder / name).read_text() for name in ("before", "after"))
        pane.expect(before == after, f"expected the line settings\n{before}\nnot\n{after}")


@case("keys after q in the same write reach the shell", b"q")
@case("keys after control-Z in the same write reach the shell", CONTROL_Z)
def types_ahead_for_the_shell(checks, key):
    with Shell(checks) as pane:
        pane.start()
        pane.skip_ad()
        pane.send(key + b"echo it is $((6 * 7))\r")
        pane.until(lambda: pane.sees("^it is 42"), "the output of the typed command")
        pane.send(b"kill %% 2>/dev/null\r")


@case("control-Z restores the terminal, and fg takes it again")
def stops(checks):
    with pty(checks) as terminal:
        terminal.skip_ad()
        screen = terminal.screen
        taken = {number for number, on in screen.modes.items() if on} - {Screen.SYNCHRONIZED}
        terminal.stop()
        terminal.expect_restored("control-Z")
        terminal.resume()
        terminal.until_page("after fg")
        again = {number for number, on in screen.modes.items() if on} - {Screen.SYNCHRONIZED}
        terminal.expect(again == taken, f"expected the modes {taken} after fg, not {again}")
        terminal.send(b"q")
        terminal.until_ended("q after fg")


@case("q resets every mode", b"q", 0)
@case("control-C resets every mode, and ends the program as SIGINT does", CONTROL_C, 130)
def ends_by_key(checks, key, expected):
    with pty(checks) as terminal:
        terminal.skip_ad()
        terminal.send(key)
        status = terminal.until_ended(f"the key {key!r}")
        terminal.expect(status == expected, f"expected to end with {expected}, not {status}")


@case("keys for the panel may follow the key that opens it in one write", F2 + b"quit\r")
def types_ahead_for_the_program(checks, keys):
    with pty(checks) as terminal:
        terminal.skip_ad()
        terminal.send(keys)
        terminal.until_ended("f2 quit enter in one write")


@case("a paste whose end never comes ends by itself, and then q is a key", b"q", 2.5)
@case("control-C in a paste whose end never comes ends the program", CONTROL_C, 0)
def lost_paste(checks, key, pause):
    with pty(checks) as terminal:
        terminal.skip_ad()
        terminal.send(b"\x1b[200~abc")
        time.sleep(pause)
        terminal.send(key)
        terminal.until_ended("the key after the paste")


@case("a paste that pauses on a slow line doesn't type its rest")
def slow_paste(checks):
    with pty(checks) as terminal:
        terminal.skip_ad()
        terminal.send(b"\x1b[200~abc")
        time.sleep(0.6)
        terminal.send(b"q\x1b[201~")
        # If that q were a key, the program would have ended before it shows the tools.
        terminal.send(F2)
        terminal.until_seen(PANEL, "after the paste")
        terminal.send(ESCAPE)
        terminal.until_page("after the tools")
        terminal.send(b"q")
        terminal.until_ended("q")


@case("SIGTERM ends a program whose terminal nobody reads, and the screen is restored when it is read again")
def ends_unread(checks):
    with pty(checks) as terminal:
        terminal.skip_ad()
        host = Path(f"/proc/{terminal.host}")
        terminal.stop_reading()
        calls = [""]

        def waits_for_the_terminal():
            # `write`, here or on ARM; a new size, and thus a new picture, until the host is in it.
            if calls[-1].split()[:1] not in (["1"], ["64"]):
                terminal.resize(200 + len(calls) % 2, 60)
            calls.append((host / "syscall").read_text())
            return calls[-5:] == 5 * calls[-1:]

        terminal.until(waits_for_the_terminal, "the host to wait for its terminal")
        os.kill(int(host.name), signal.SIGTERM)
        terminal.until(lambda: not host.exists(), "the end by SIGTERM")
        terminal.go_on_reading()
        terminal.until(lambda: terminal.status is not None, "the shell")
        terminal.expect(terminal.status == 128 + signal.SIGTERM, f"expected the end by SIGTERM, not {terminal.status}")
        terminal.until(lambda: not terminal.screen.is_alternate, "the guardian to leave the screen")


@case("SIGTERM ends a program that hangs, and resets every mode once")
def hangs(checks):
    with pty(checks, *checks.plugin) as terminal:
        terminal.skip_ad()
        terminal.send(b"K")
        terminal.until_seen("ctrl-c ends the program", "as the notice of the hang")
        os.kill(terminal.host, signal.SIGTERM)
        status = terminal.until_ended("SIGTERM in a hang")
        terminal.expect(status == 128 + signal.SIGTERM, f"expected the end by SIGTERM, not {status}")


@case("a hang that the terminal doesn't see leaves no keyboard protocol pushed")
def hangs_unread(checks):
    with pty(checks) as terminal:
        terminal.skip_ad()
        terminal.stop_reading()
        # New sizes, and thus new pictures, until the host waits for the terminal and has shown its notice.
        for columns in (200, 201) * 20:
            terminal.resize(columns, 60)
            time.sleep(0.1)
        terminal.resize(WIDTH, HEIGHT)
        terminal.go_on_reading()
        terminal.until_page("after the hang")
        taken = re.compile(rb"\x1b\[[=>]5u")
        terminal.until(lambda: len(taken.findall(terminal.stream)) > 1, "the keyboard after the hang")
        terminal.send(b"q")
        terminal.until_ended("q after the hang")


@case("answers that come late, after control-C, don't reach the shell")
def answers_late(checks):
    with pty(checks, answers=False) as terminal:
        terminal.until_seen(AD, "after the start")
        terminal.send(CONTROL_C)
        time.sleep(0.5)
        terminal.send(b"\x1b[?2026;2$y\x1b[?62;22c")
        terminal.until_ended("control-C")
        terminal.never(lambda: "62;22c" in terminal.printed, "the answer at the shell")


@case("a trap resets every mode, and then its message is printed", "enable=no")
@case("a trap with the backtracer resets every mode too", "enable=yes,interactive=no,color=no,symbolicate=off")
def traps(checks, backtrace):
    with pty(checks, *checks.plugin, SWIFT_BACKTRACE=backtrace) as terminal:
        terminal.skip_ad()
        terminal.send(b"F")
        status = terminal.until_ended("a trap")
        terminal.expect(status > 128, f"expected to end by a signal, not with {status}")
        stream = terminal.stream
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
def ends_while_made(checks):
    with pty(checks, program=checks.ender, ROLE="end at once") as terminal:
        status = terminal.until_ended("the start", has_screen=False)
        terminal.expect(status == 0, f"expected to end with 0, not with {status}")


@case("the end of the first run says where to go on, and no later one does")
def next_steps(checks):
    with Shell(checks) as pane:
        for number in (1, 2):
            pane.start()
            if number == 1:
                pane.skip_ad()
            else:
                pane.until_page("at the second start")
            pane.send(b"q")
            pane.until_shell(f"after run {number}")
        count = sum("a plugin of your own" in line for line in pane.lines)
        pane.expect(count == 1, f"expected one line about the next steps, not {count}")
