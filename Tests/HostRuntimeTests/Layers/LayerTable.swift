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
        Row("Values", "plain values: geometry, keys, touches, colors, configuration"),
        Row("Text", "widths and glyphs, tables, escaping, hiding, nearest names"),
        Row(
            "Journal",
            "which plugin each thread runs, how runs ended, what follows for plugins",
            knows: ["Values", "Text"]
        ),
        Row("Platform", "the C library: descriptors, threads, signals, processes", knows: ["Values", "Journal"]),
        Row("Bus", "`NotificationBus`: messages, subscriptions, sequences, holds", knows: ["Values", "Platform"]),
        Row("Time", "the host's clock, timers, animations, time zones", knows: ["Values", "Journal", "Platform"]),
        Row("Storage", "`KeyValueStore` and `ContentCache`", knows: ["Values", "Text", "Platform"]),
        Row("Log", "the log and its file", knows: ["Values", "Text", "Platform", "Time"]),
        Row("Display", "cells, canvas, compositor, snapshots", knows: ["Values", "Text"]),
        Row("Pictures", "PNG and scaling", knows: ["Values"]),
        Row(
            "Windows",
            "the window stack, the key window, hit-testing, touch routing",
            knows: ["Values", "Text", "Journal", "Display"]
        ),
        Row(
            "Scenarios",
            "how often something may happen: rules, decisions, counters",
            knows: ["Values", "Text", "Platform", "Time", "Storage"]
        ),
        Row("Lifecycle", "the state machine and its messages", knows: ["Values", "Bus"]),
        Row("Commands", "commands, their parameters and runs", knows: ["Values", "Text", "Journal", "Time"]),
        Row("Services", "services by typed key", knows: ["Values", "Text"]),
        Row(
            "Views",
            "`View`, the controls, focus, gestures",
            knows: ["Values", "Text", "Journal", "Time", "Display", "Windows"]
        ),
        Row(
            "Terminal",
            "input parser, modes and their restoration, captured output",
            knows: ["Values", "Journal", "Platform", "Display"]
        ),
        Row("ScreenLock", "the session's lock over D-Bus", knows: ["Platform"]),
        Row(
            "Screen",
            "frames: when they are due, and what they show",
            knows: ["Values", "Text", "Time", "Display", "Windows", "Views"]
        ),
        Row(
            "Plugins",
            "manifest, load hook, graph, registry, context",
            knows: [
                "Values", "Text", "Journal", "Bus", "Time", "Storage", "Log", "Display", "Windows", "Scenarios",
                "Lifecycle", "Commands", "Services", "Views", "Screen",
            ]
        ),
        Row(
            "Host",
            "`AppHost`: wires the folders",
            knows: [
                "Values", "Journal", "Platform", "Bus", "Time", "Storage", "Log", "Display", "Windows", "Scenarios",
                "Lifecycle", "Commands", "Services", "Views", "Screen", "Plugins",
            ]
        ),
        Row(
            "Scripting",
            "scripted runs: script, runner, transcript",
            knows: ["Values", "Text", "Journal", "Platform", "Bus", "Time", "Display", "Commands", "Plugins", "Host"]
        ),
        Row(
            "Program",
            "application, options, the run in a terminal and of a script",
            knows: [
                "Values", "Text", "Journal", "Platform", "Bus", "Time", "Storage", "Log", "Display", "Terminal",
                "ScreenLock", "Plugins", "Host", "Scripting",
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

    /// The graph as it stands in ARCHITECTURE.md; a folder that another one leads to has no arrow of its own.
    static var mermaid: String {
        let lines = rows.flatMap { row in
            row.knows.filter { direct in
                !row.knows.contains { $0 != direct && reaches($0, direct) }
            }.map { "    \(row.folder) --> \($0)" }
        }
        return (["```mermaid", "graph TD"] + lines + ["```"]).joined(separator: "\n")
    }

    private static func reaches(_ folder: String, _ target: String) -> Bool {
        folders(knownBy: folder).contains { $0 == target || reaches($0, target) }
    }
}
