import Foundation

/// The table of ARCHITECTURE.md: the folders of HostRuntime, each after the folders that it may use.
struct LayerTable {
    struct Row {
        let folder: String
        /// The folders whose declarations it may refer to.
        let knows: [String]
    }

    let rows: [Row]

    init(markdown: String) {
        let table = markdown.split(separator: "\n").drop { $0 != "| folder | holds | may use |" }
        // Below the heading and its line.
        rows = table.dropFirst(2).prefix { $0.hasPrefix("|") }.map { line in
            let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            return Row(folder: cells[0], knows: cells[2] == "–" ? [] : cells[2].components(separatedBy: ", "))
        }
    }

    func folders(knownBy folder: String) -> [String] {
        rows.first { $0.folder == folder }?.knows ?? []
    }
}
