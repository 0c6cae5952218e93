/// The lines of a log file that a person wants to see; a pure value that reads one line after the other.
///
/// The line that marks the start of a run comes before the first line of that run
/// that is wanted, after an empty line.
struct LogFilter: Hashable, Sendable {
    /// The lowest level.
    var level = HostLog.Level.info

    /// The ids of plugins, `host`, or `output`; empty for all.
    var sources: Set<String> = []

    /// The marks of runs of which no line has been wanted yet, by process.
    private var marks: [Substring: String] = [:]
    /// The processes whose runs were marked.
    private var known: Set<Substring> = []
    private var hasPrinted = false
    private var found: Set<String> = []

    init(level: HostLog.Level = .info, sources: Set<String> = []) {
        self.level = level
        self.sources = sources
    }

    /// Reads the next line, and returns the lines to print.
    mutating func read(_ line: String) -> [String] {
        // The date, the process, and the rest: a level, or the mark of a run.
        let parts = line.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, parts[1].hasPrefix("["), parts[1].hasSuffix("]") else { return print(line) }
        if parts[2].hasPrefix("---- ") {
            // A run that continues in another file has been marked, unless its first file is gone.
            if known.insert(parts[1]).inserted || parts[2].hasSuffix(" starts ----") { marks[parts[1]] = line }
            return sources.isEmpty && level == .info ? printMark(of: parts[1]) : []
        }
        guard isWanted(parts[2]) else { return [] }
        return printMark(of: parts[1]) + print(line)
    }

    /// The wanted sources of which no line was read, one sentence each, so that a wrong name doesn't look like silence.
    var missingSources: [String] {
        sources.subtracting(found).sorted().map { source in
            let hint = nearestName(to: source, in: found.sorted()).map { "; did you mean '\($0)'?" } ?? ""
            return "the log has no line of '\(source)'\(hint)"
        }
    }

    private mutating func isWanted(_ entry: Substring) -> Bool {
        let words = entry.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: true)
        guard words.count >= 2, let entryLevel = HostLog.Level(rawValue: String(words[0])) else { return true }
        let source = String(words[1])
        found.insert(source)
        return entryLevel.rank >= level.rank && (sources.isEmpty || sources.contains(source))
    }

    private mutating func printMark(of process: Substring) -> [String] {
        guard let mark = marks.removeValue(forKey: process) else { return [] }
        return (hasPrinted ? [""] : []) + print(mark)
    }

    private mutating func print(_ line: String) -> [String] {
        hasPrinted = true
        return [line]
    }
}

extension HostLog.Level {
    /// The place among the levels, from the least important on.
    fileprivate var rank: Int {
        switch self {
        case .info: 0
        case .warning: 1
        case .error: 2
        }
    }
}
