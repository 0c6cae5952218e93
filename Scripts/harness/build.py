"""Programs and plugins that a check compiles against a build of the package, their environment, and a server."""

import contextlib
import functools
import http.server
import os
import re
import subprocess
import threading
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
# The programs and plugins that are compiled here.
SOURCES = ROOT / "Tests/Programs"
# The modules of the runtime that there are, each after those that it uses.
RUNTIME = [name for name in ("HostBase", "MessageBus", "Scenarios", "HostRuntime") if (ROOT / f"Sources/{name}").exists()]
FEATURES = ["ExistentialAny", "InternalImportsByDefault", "MemberImportVisibility", "NonisolatedNonsendingByDefault"]
# The time that something may take, in seconds.
PATIENCE = 10.0


class Failure(Exception):
    """A check that failed, with the reason."""


def expect(condition, text):
    if not condition:
        raise Failure(text)


def modules_of(build):
    """The options with which a compiler finds the modules of a build, and those of C beside them."""
    return [word for folder in ("Modules", "CThreadLocal.build") for word in ("-I", str(build / folder))]


def package_of(build):
    """The name of a build's package, to which its targets open what they share: that of its folder."""
    folder = next((parent.name for parent in build.resolve().parents if (parent / "Package.swift").exists()), ROOT.name)
    return re.sub(r"\W", "_", folder.lower())


def compile_swift(build, source, product, *options):
    """Compiles a file of Tests/Programs against a build, and returns the product."""
    product.parent.mkdir(parents=True, exist_ok=True)
    module = product.stem.removeprefix("lib").replace("-", "_")
    done = subprocess.run(
        ["swiftc", "-swift-version", "6", "-parse-as-library", "-module-name", module,
         "-module-cache-path", product.parent / "cache", *modules_of(build), SOURCES / source, *options, "-o", product],
        capture_output=True, text=True)
    expect(done.returncode == 0, f"{source} does not build:\n{done.stdout}{done.stderr}")
    return product


def compile_library(build, folder, source, *options, name=None):
    """Compiles a plugin into a folder, which is returned, under a name that may differ from the file's."""
    folder.mkdir(mode=0o755, exist_ok=True)
    library = folder / f"lib{name or Path(source).stem}.so"
    # The program refuses a library that others can write, and takes one as soon as it's there.
    new = compile_swift(build, source, folder.parent / "compiled" / library.name, "-emit-library", *options)
    new.chmod(0o755)
    new.rename(library)
    return folder


def compile_program(build, folder, source, *options):
    """Compiles a program that uses the package's dynamic library, and what its targets share, and returns it."""
    return compile_swift(
        build, source, folder / "compiled" / Path(source).stem.lower(), "-package-name", package_of(build), "-L", build, "-lHostRuntimeDynamic",
        "-Xlinker", "-rpath", "-Xlinker", build, *options)


def compile_as_one(files, program, *options):
    """Compiles a program with files of the runtime, of any of its modules, as one module; returns it."""
    c, modules = ROOT / "Sources/CThreadLocal", program.parent / "empty"
    header, object = c / "include/CThreadLocal.h", modules / "CThreadLocal.o"
    modules.mkdir(exist_ok=True)
    (modules / "module.modulemap").write_text(f'module CThreadLocal {{ header "{header}" export * }}\n')
    subprocess.run(["clang", "-O2", "-fPIC", "-I", header.parent, "-c", c / "CThreadLocal.c", "-o", object], check=True)
    # What the files import from each other's modules is in theirs.
    (modules / "Empty.swift").write_text("")
    for name in RUNTIME[:-1]:
        subprocess.run(
            ["swiftc", "-emit-module", "-module-name", name, "-emit-module-path", modules / f"{name}.swiftmodule",
             modules / "Empty.swift"], check=True)
    listed = modules / "files"
    listed.write_text("\n".join(f'"{file}"' for file in files))
    # The compiler leaves modules for the debugger where it runs.
    done = subprocess.run(
        ["swiftc", "-swift-version", "6", "-parse-as-library", "-suppress-warnings", "-module-name", "HostRuntime",
         "-package-name", "host_runtime", "-module-cache-path", modules / "cache", "-I", modules,
         *[word for feature in FEATURES for word in ("-enable-upcoming-feature", feature)],
         *options, f"@{listed}", object, "-o", program], cwd=modules, capture_output=True, text=True)
    expect(done.returncode == 0, f"{program.name} does not build:\n{done.stdout}{done.stderr}")
    return program


def compile_preloaded(folder, source):
    """Compiles a library of Tests/Programs that is preloaded into a program, and returns it."""
    library = folder / f"lib{Path(source).stem}.so"
    subprocess.run(["clang", "-O2", "-shared", "-fPIC", "-o", library, SOURCES / source], check=True)
    return library


def compile_allocations(folder):
    """Compiles a library that counts allocations where it's preloaded, and returns it."""
    return compile_preloaded(folder, "allocations.c")


def environment(home, **more):
    """An environment without the settings and sessions of the person who runs the check."""
    names = ("DBUS_", "XDG_", "TMUX", "TERM_PROGRAM", "SWIFT_BACKTRACE", "SCRIPT_SECRET")
    single = ("NO_COLOR", "COLORTERM", "COLUMNS", "LINES", "BASH_ENV", "ENV", "PROMPT_COMMAND")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(names) and name not in single}
    # The backtracer would wait for a key, and takes longer than everything else.
    fixed = {"TERM": "xterm-256color", "LC_ALL": "C.UTF-8", "HOME": str(home), "SWIFT_BACKTRACE": "enable=no",
             "no_proxy": "127.0.0.1"}
    return kept | fixed | {name: str(value) for name, value in more.items()}


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


@contextlib.contextmanager
def serve(folder=ROOT / "Examples/feed", handler=None):
    """Serves a folder, by default the sample feed's, or what another handler answers; the value is the address."""
    handler = handler or functools.partial(Quiet, directory=str(folder))
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()
