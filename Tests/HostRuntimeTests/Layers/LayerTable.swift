/// The folders of HostRuntime, each after the folders that it may know.
enum LayerTable {
    struct Row {
        let folder: String
        /// What the folder has.
        let holds: String
        /// The folders whose declarations it may refer to.
        let knows: [String]

        init(_ folder: String, _ holds: String, knows: [String] = []) {
            self.folder = folder
            self.holds = holds
            self.knows = knows
        }
    }

    static let rows: [Row] = []

    static func folders(knownBy folder: String) -> [String] {
        rows.first { $0.folder == folder }?.knows ?? []
    }

    /// The table as it stands in ARCHITECTURE.md.
    static var markdown: String {
        let lines = rows.map {
            "| \($0.folder) | \($0.holds) | \($0.knows.isEmpty ? "–" : $0.knows.joined(separator: ", ")) |"
        }
        return (["| folder | holds | may know |", "|---|---|---|"] + lines).joined(separator: "\n")
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
