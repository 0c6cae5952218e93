"""Measures whole programs beside their peers, in pseudo-terminals."""

import re
import statistics
import subprocess
import sys
from pathlib import Path

import harness
import terminal

PACKAGE = Path(__file__).resolve().parent.parent
ROOT = PACKAGE.parent
SIZES = [(80, 24), (200, 60), (400, 120)]
WORKLOADS = {
    "drift": "8 windows moving",
    "translucent": "8 windows moving, one translucent",
    "drag": "one of 8 windows moving",
    "fade": "a fade of the whole screen",
    "idle": "8 windows at rest",
}
# The versions of those peers that are looked for while the programs are compiled.
peer_versions = []


def run(*command, folder=ROOT, **options):
    print("bench:", " ".join(str(word) for word in command), flush=True)
    return subprocess.run([str(word) for word in command], cwd=folder, check=True, **options)


def output_of(*command):
    try:
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return ""


CLOCK, SCENE = "Benchmarks/Measuring/Clock.swift", "Tests/HostRuntimeTests/Display/DriftScene.swift"

# The programs in Benchmarks/Alone, with the rooms and the files of the runtime that each needs, in any of its modules.
ALONE = {
    "Frames": ("Values", "Names", "Text", "Display", SCENE),
    "Decoding": ("Values", "Names", "Text", "Display", "Pictures", CLOCK),
    "Journal": ("Values", "Names", "System", "Journal"),
    "Order": ("Values", "Names", "PluginGraph.swift", "PluginManifest.swift", "PluginProblem.swift", "RuntimeStamp.swift",
              "Configuration", CLOCK),
}

# Those of them that aren't optimised, because `swift run` doesn't optimise either.
DEBUG = {"Decoding"}


def files_of(part):
    """The files of a room, or one file by its name or its path in the package."""
    if "/" in part:
        return [ROOT / part]
    places = [ROOT / "Sources" / module for module in harness.RUNTIME]
    if part.endswith(".swift"):
        return [file for place in places for file in place.rglob(part)]
    return [file for place in places for file in sorted((place / part).glob("*.swift"))]


def compile_alone(work, program, optimized=True):
    """Compiles a program with those files of the runtime that it needs, as optimised as in a release build."""
    files = [file for part in ALONE[program] for file in files_of(part)]
    optimization = ["-O", "-wmo"] if optimized and program not in DEBUG else ["-Onone"]
    return harness.compile_as_one([*files, PACKAGE / f"Alone/{program}.swift"], work / program.lower(), *optimization)


def compile_main_actor(build, work):
    """Compiles the program that posts on the main actor, with a build of the runtime."""
    program = work / "main-actor"
    contestants = [PACKAGE / f"Bus/{name}.swift" for name in
                   ("Contestant", "BareWalk", "FoundationContestants", "HostContestants", "Posting")]
    modules = [*harness.RUNTIME, "CThreadLocal"]
    # Without those of files that are gone, which a build keeps.
    objects = [file for name in modules for file in sorted((build / f"{name}.build").glob("*.o"))
               if any((ROOT / "Sources" / name).rglob(file.stem))]
    (work / "main-actor.files").write_text("\n".join(f'"{file}"' for file in objects))
    run("swiftc", "-swift-version", "6", "-O", "-wmo", "-Xfrontend", "-disable-llvm-merge-functions-pass",
        "-module-cache-path", work / "cache", *harness.modules_of(build), PACKAGE / "Measuring/Clock.swift", *contestants,
        PACKAGE / "MainActor/main.swift", f"@{work}/main-actor.files", "-o", program)
    return program


def measure_main_actor(build, work):
    """Measures posts on the main actor, in a program whose main actor runs on the first thread."""
    rows = {}
    for line in output_of(compile_main_actor(build, work)).splitlines():
        title, contestant, samples = line.split("|")
        numbers = [float(number) for number in samples.split()]
        rows.setdefault(title, {})[contestant] = (statistics.median(numbers), len(numbers))
    if not rows:
        sys.exit("bench: the program that posts on the main actor printed nothing")
    return rows


def compile_peers(work):
    """Returns the command of each peer that shows windows, and its options, as far as they can be had here."""
    source, peers = PACKAGE / "Terminal", {}
    if subprocess.run(["clang", "-O2", source / "panels.c", "-o", work / "panels", "-lpanelw", "-lncursesw"]).returncode == 0:
        peers["ncurses panels"] = [work / "panels"], {}
    flags = output_of("pkg-config", "--cflags", "--libs", "notcurses-core").split()
    folder = output_of("pkg-config", "--variable=libdir", "notcurses-core")
    if flags and subprocess.run(
            ["clang", "-O2", source / "planes.c", "-o", work / "planes", *flags, f"-Wl,-rpath,{folder}"]).returncode == 0:
        peers["notcurses"] = [work / "planes"], {}
        peer_versions.append("notcurses " + output_of("pkg-config", "--modversion", "notcurses-core"))
    python = work / "textual/bin/python"
    try:
        run(sys.executable, "-m", "venv", work / "textual")
        run(python, "-m", "pip", "install", "--quiet", "textual")
        # It can't keep the pace, so its frames are counted; it marks their ends.
        peers["Textual"] = [python, source / "widgets.py"], {"mark": b"\x1b[?2026l", "samples": 1}
        version = output_of(python, "-c", "from importlib.metadata import version; print(version('textual'))")
        peer_versions.append("Textual " + version)
    except subprocess.CalledProcessError:
        print("bench: Textual can't be installed, and isn't measured")
    return peers


def measure_registration(work):
    order = compile_alone(work, "Order")
    return {"sort 3000 plugins": {"ours": (float(output_of(order, "3000")), 15)}}


def measure_decoding(work):
    """Measures the picture that Scripts/bench has drawn, in a program that isn't optimised."""
    time = float(output_of(compile_alone(work, "Decoding"), PACKAGE / ".build/picture.png"))
    return {"decode a PNG of 1600 × 1200 in a debug build": {"ours": (time, 9)}}


def measure_journal(work):
    """Measures what the journal adds to a call into a plugin."""
    text = output_of(compile_alone(work, "Journal"))
    found = re.search(r"^more for the journal +(\S+) ns$", text, re.MULTILINE)
    if not found:
        sys.exit(f"bench: the program that measures the journal says:\n{text}")
    return {"more for the journal in a call into a plugin": {"ours": (float(found[1]), 15)}}


def measure_compositor(work, peers):
    """Measures frames that are drawn without a pause."""
    frames = compile_alone(work, "Frames")
    rows = {}
    for workload, title in WORKLOADS.items():
        for columns, lines in SIZES:
            commands = {"ours": [frames, workload, columns, lines]}
            if workload in ("drift", "drag", "idle"):
                commands |= {name: [*command, workload] for name, (command, options) in peers.items() if not options}
            for name, command in commands.items():
                # Ours does next to nothing for a frame at rest.
                counts = (96, 1_000_096) if (workload, name) == ("idle", "ours") else (96, 1056)
                numbers = terminal.measure_frames(command, counts, columns=columns, rows=lines)
                for kind, number in zip(("processor time", "bytes"), numbers):
                    rows.setdefault(f"{title}, {columns} × {lines}, {kind}", {})[name] = (number, 3)
    return rows


def measure(host, work):
    """Runs whole programs; returns the median and the number of samples by row and contestant."""
    source = PACKAGE / "Terminal"
    cache = ("-module-cache-path", work / "cache")
    (work / "motion").mkdir(mode=0o755)
    run("swiftc", "-swift-version", "6", "-O", "-parse-as-library", "-emit-library", "-module-name", "Motion", *cache,
        *harness.modules_of(host.parent), source / "Motion.swift", "-o", work / "motion/libMotion.so")
    run("swiftc", "-swift-version", "6", "-O", *cache, source / "Imports.swift", "-o", work / "imports")
    run("clang", "-O2", source / "poll.c", "-o", work / "poll")
    peers = compile_peers(work)
    rows = measure_registration(work) | measure_decoding(work) | measure_journal(work)
    rows |= measure_compositor(work, peers)

    starts = terminal.measure_starts({
        "ours": ([host, "--state", work / "start-#"], b"\x1b[?2026l"),
        "imports alone": ([work / "imports"], b"imported"),
    })
    rows["start to the first frame, with the ad"] = {name: (1e6 * value, 31) for name, value in starts.items()}

    wakeups, output = terminal.count_idle([host, "--state", work / "idle"])
    rows["left alone for 15 s, half a minute after the start, wake-ups"] = {"ours": (wakeups, 1)}
    rows["left alone for 15 s, half a minute after the start, bytes"] = {"ours": (output, 1)}

    def add(title, name, numbers, samples, unit="a frame"):
        for kind, number in zip(("processor time", "wake-ups", "writes", "bytes"), numbers):
            rows.setdefault(f"{title}, {kind} {unit}", {})[name] = (number, samples)

    plain = [host, "--state", work / "plain", "--disable-plugin", "splash-ad"]
    moving = [*plain, "--plugin-path", work / "motion"]
    moving += ["--disable-plugin", "floating-assistant"]
    for motion in ("drift", "drag", "fade"):
        for columns, lines in SIZES:
            title = f"{WORKLOADS[motion]} at 60 Hz, {columns} × {lines}"
            size = {"columns": columns, "rows": lines, "rest": 2, "seconds": 2}
            ours = terminal.measure_ticks(moving, samples=3, MOTION=motion, **size)
            add(title, "ours", ours, 3)
            written = str(round(ours[-1]))
            add(title, "bare poll and write", terminal.measure_ticks([work / "poll", written], samples=3, **size), 3)
            for name, (command, options) in peers.items() if motion != "fade" else ():
                options = {"samples": 3} | options
                numbers = terminal.measure_ticks([*command, motion], **size, **options)
                add(title, name, numbers, options["samples"])

    settings = work / "settings.json"
    settings.write_text('{"splash-ad": {"seconds": 30}}')
    numbers = terminal.measure_ticks([host, "--state", work / "ad", "--config", settings], seconds=5, samples=3)
    add("the countdown of the ad", "ours", [number / terminal.TICK for number in numbers], 3, "a second")
    return rows
