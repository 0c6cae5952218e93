/// The folders of HostRuntime, each after the folders that it may use.
enum LayerTable {
    struct Row {
        let folder: String
        /// The folder's content.
        let holds: String
        /// The folders whose declarations it may refer to.
        let knows: [String]

        init(_ folder: String, _ holds: String, knows: [String] = []) {
            self.folder = folder
            self.holds = holds
            self.knows = knows
        }
    }

    static let rows: [Row] = [
        Row("Collections", "lists of observers, and timers by deadline"),
        Row("Journal", "which plugin each thread runs, and how runs ended"),
        Row(
            "Rescue",
            "how the program ends: handlers of signals and crashes, the guardian, the terminal's restoration",
            knows: ["Journal"]
        ),
        Row(
            "Tasks",
            "where work runs: the main thread's loop, executors, the watchdog, work in flight",
            knows: ["Collections", "Journal", "Rescue"]
        ),
        Row("Time", "the host's clock, timers, animations", knows: ["Collections", "Journal", "Tasks"]),
        Row("Text", "glyphs, widths, tables"),
        Row("Log", "the log and its file", knows: ["Collections", "Journal", "Time"]),
        Row("Capture", "what other code prints, and standard input without keys", knows: ["Journal", "Rescue"]),
        Row("Display", "cells, canvas, compositor, snapshots", knows: ["Text"]),
        Row("Pictures", "PNG, scaling, half blocks", knows: ["Display"]),
        Row(
            "Windows",
            "the window stack, the key window, hit-testing, touch routing",
            knows: ["Collections", "Journal", "Text", "Display"]
        ),
        Row("Lifecycle", "the state machine and its messages"),
        Row("Commands", "commands, their parameters and runs", knows: ["Journal", "Tasks"]),
        Row("Services", "services by typed key"),
        Row("Storage", "the host's stores, and its caches of bytes that can be fetched again"),
        Row(
            "Views",
            "`View`, the controls, focus, gestures",
            knows: ["Journal", "Time", "Text", "Display", "Windows"]
        ),
        Row(
            "Terminal",
            "input parser, modes and their restoration, signals",
            knows: ["Journal", "Rescue", "Tasks", "Capture", "Display"]
        ),
        Row("ScreenLock", "the session's lock over D-Bus", knows: ["Tasks"]),
        Row(
            "Screen",
            "frames: when they are due, and what they show",
            knows: ["Collections", "Time", "Text", "Display", "Windows", "Views"]
        ),
        Row(
            "Plugins",
            "manifest, load hook, graph, admission, registry, context, configuration",
            knows: [
                "Journal", "Tasks", "Time", "Text", "Log", "Display", "Windows", "Lifecycle", "Commands", "Services",
                "Storage", "Views", "Screen",
            ]
        ),
        Row(
            "Host",
            "`AppHost`: wires the folders",
            knows: [
                "Journal", "Tasks", "Time", "Text", "Log", "Display", "Windows", "Lifecycle", "Commands", "Services",
                "Storage", "Views", "Screen", "Plugins",
            ]
        ),
        Row(
            "Scripting",
            "scripted runs: script, runner, transcript",
            knows: ["Journal", "Rescue", "Tasks", "Time", "Display", "Commands", "Host"]
        ),
        Row(
            "Recording",
            "recordings of live sessions, and asciicasts",
            knows: ["Journal", "Rescue", "Tasks", "Time", "Display", "Plugins", "Host", "Scripting"]
        ),
        Row(
            "Program",
            "application, options, the run in a terminal and of a script",
            knows: [
                "Journal", "Rescue", "Tasks", "Time", "Text", "Log", "Capture", "Display", "Terminal", "ScreenLock",
                "Plugins", "Host", "Scripting", "Recording",
            ]
        ),
    ]

    static func folders(knownBy folder: String) -> [String] {
        rows.first { $0.folder == folder }?.knows ?? []
    }

    /// The table as it stands in ARCHITECTURE.md.
    static var markdown: String {
        let lines = rows.map {
            "| \($0.folder) | \($0.holds) | \($0.knows.isEmpty ? "–" : $0.knows.joined(separator: ", ")) |"
        }
        return (["| folder | holds | may use |", "|---|---|---|"] + lines).joined(separator: "\n")
    }
}
