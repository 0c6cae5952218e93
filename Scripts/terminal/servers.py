"""What a host shows of servers beside it: one with a feed of advertisements, and a session bus."""

import http.server
import json
import subprocess
import time

from harness import PATIENCE, ROOT, case, environment, expect, serve

from . import pty

LOCKED, UNLOCKED = "screen locked", "screen unlocked"
WATCHED, UNWATCHED = "the screen's lock is watched on the session bus at unix:path=", "the screen's lock is not watched"
SCREEN_SAVERS = [f"org.{name}.ScreenSaver" for name in ("gnome", "freedesktop", "cinnamon", "mate", "xfce")]


def run(checks, folder, feed, script, *options):
    """Runs a script with a feed; returns the run."""
    command = checks.command(folder, "--set", f"advertising.feed={feed}", "--script", "-", *options)
    return subprocess.run(
        command, input=script, capture_output=True, text=True, timeout=3 * PATIENCE, env=environment(folder))


def answering(answer, counts):
    """A handler that keeps connections alive, and counts them."""

    class Handler(http.server.BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def setup(self):
            counts["connections"] += 1
            super().setup()

        def do_GET(self):
            body = answer(self.path)
            self.send_response(200)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_):
            pass

    return Handler


@case("the pictures of 24 advertisements are fetched ahead over a few connections, and the first is shown at once")
def pictures_ahead(checks):
    creatives = [{"id": f"c{number}", "headline": "about it", "picture": f"{number}.png"} for number in range(24)]
    feed = json.dumps({"version": 1, "creatives": creatives}).encode()
    picture = (ROOT / "Tests/HostRuntimeTests/Pictures/Fixtures/deflate-smallest.png").read_bytes()
    pictures, counts = [], {"connections": 0}

    def answer(path):
        if path.endswith(".json"):
            return feed
        time.sleep(0.1)
        pictures.append(path)
        return picture

    with serve(handler=answering(answer, counts)) as address:
        text = run(checks, checks.folder.new(), f"{address}/feed.json", "wait 5\nquit\n").stdout
    expect("splash.shown  creative=c0" in text, f"the first is not shown at the first launch:\n{text}")
    expect(len(pictures) == 24, f"only these of 24 pictures were fetched: {pictures}")
    expect(counts["connections"] <= 5, f"24 pictures took {counts['connections']} connections")


@case("a password in an address is in no log, transcript, panel or store")
def secrets(checks):
    secret, folder = "hunter2", checks.folder.new()
    creatives = [
        {"id": "a", "headline": "about a", "picture": f"http://bob:{secret}@127.0.0.1/a.png"},
        {"id": "b", "headline": "about b", "landing": f"https://bob:{secret}@shop.example/"},
        {"id": "c", "headline": "about c", "landing": f"shop://bob:{secret}@c"},
        {"id": "d", "headline": "about d"},
    ]
    feed = json.dumps({"version": 1, "creatives": creatives}).encode()
    steps = "wait 3\nrun splash.why\nrun splash.policy\nshow store\nshow decisions\nkey f2\nsnapshot\nquit\n"
    with serve(handler=answering(lambda _: feed, {"connections": 0})) as address:
        text = run(checks, folder, f"{address}/feed.json", steps).stdout
    expect("3 warnings" in text, f"there are no warnings about the addresses:\n{text}")
    config = json.dumps({"advertising": {"feed": f"http://bob:{secret}@127.0.0.1/feed.json"}})
    command = checks.command(folder, "--script", "-", config=config)
    text += subprocess.run(
        command, input=steps, capture_output=True, text=True, timeout=PATIENCE, env=environment(folder)).stdout
    expect("has a name or a password in it" in text, f"the configured address is not rejected:\n{text}")
    refused = run(checks, folder, f"http://bob:{secret}@127.0.0.1/", "quit\n")
    text += refused.stdout + refused.stderr
    for path in folder.rglob("*"):
        if path.is_file() and path.name != "config" and b'"creatives"' not in (data := path.read_bytes()):
            expect(secret.encode() not in data, f"the password is in {path}")
    expect(secret not in text, f"the password is in the output:\n{text}")


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
