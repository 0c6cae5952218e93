"""How a host notices the screen lock, on a session bus of the check's own."""

import subprocess

from harness import PATIENCE, case, expect

from . import pty

LOCKED, UNLOCKED = "screen locked", "screen unlocked"
WATCHED, UNWATCHED = "the screen's lock is watched on the session bus at unix:path=", "the screen's lock is not watched"
SCREEN_SAVERS = [f"org.{name}.ScreenSaver" for name in ("gnome", "freedesktop", "cinnamon", "mate", "xfce")]


@case("the lock of every kind of screen saver is noticed once, and the host survives the bus")
def screen_lock(checks):
    socket = checks.folder.new() / "bus"
    bus = subprocess.Popen(
        ["dbus-daemon", "--session", "--nofork", "--nopidfile", "--print-address=1", f"--address=unix:path={socket}"],
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    try:
        address = bus.stdout.readline().strip()
        expect(address, "dbus-daemon did not start")
        with pty(checks, DBUS_SESSION_BUS_ADDRESS=address) as terminal:
            watch(terminal, bus, address)
    finally:
        bus.kill()
        bus.wait()


def watch(terminal, bus, address):
    log = terminal.folder / "state/log"

    def count(sentence):
        text = log.read_text(errors="replace") if log.exists() else ""
        return sum(sentence in line for line in text.splitlines())

    def send(name, is_active):
        subprocess.run(
            ["dbus-send", f"--bus={address}", "--type=signal", "/" + name.replace(".", "/"), f"{name}.ActiveChanged",
             f"boolean:{str(is_active).lower()}"], check=True, timeout=PATIENCE)

    terminal.until(lambda: count(WATCHED), "the sentence on how the lock is watched")
    for changes, name in enumerate(SCREEN_SAVERS, start=1):
        for sentence, is_active in ((LOCKED, True), (UNLOCKED, False)):

            def is_noticed():
                # The host may not be listening yet, so the signal is repeated; a repeated state is no change.
                return count(sentence) >= changes or send(name, is_active)

            terminal.until(is_noticed, f"'{sentence}' from {name}")
        terminal.expect((count(LOCKED), count(UNLOCKED)) == (changes, changes), f"{name}: a change was logged twice")
    bus.terminate()
    bus.wait(PATIENCE)
    terminal.until(lambda: count(UNWATCHED), "the sentence on the bus that is gone")
    counts = (count(WATCHED), count(UNWATCHED))
    terminal.expect(counts == (1, 1), f"how the lock is watched was logged {counts} times")
