/// The text of a package's manifest, and the places for a new plugin in it.
struct ManifestLines {
    private var lines: [String]
    // As the manifest's lines end, which may be with a carriage return too.
    private let end: String

    /// Creates the lines of a text.
    init(_ text: String) {
        end = text.contains("\r\n") ? "\r\n" : "\n"
        lines = text.split(separator: end, omittingEmptySubsequences: false).map(String.init)
    }

    /// The text of the manifest.
    var text: String { lines.joined(separator: end) }

    /// Adds a line to the list of plugins from which the targets follow; returns false if there is no such list.
    ///
    /// The line is the first, where no comma can be missing.
    mutating func attach(_ target: String) -> Bool {
        let opening = /(let plugins(?:: \[String\])? = \[)(\])? */
        guard let first = lines.firstIndex(where: { $0.wholeMatch(of: opening) != nil }),
            let list = lines[first].wholeMatch(of: opening),
            list.2 != nil || lines[first...].contains(where: { $0.hasPrefix("]") }),
            text.contains(/\.target\(\s*name: \$0,\s*dependencies:/)
        else { return false }
        let closing = list.2 == nil ? [] : ["]"]
        lines.replaceSubrange(first...first, with: [String(list.1), "    \"\(target)\","] + closing)
        return true
    }
}
