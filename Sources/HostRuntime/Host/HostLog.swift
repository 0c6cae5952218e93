/// What the host and its plugins have to say about their work.
///
/// The newest entries are kept for reading. A log never writes to the terminal:
/// the picture is there.
@MainActor public final class HostLog {
    /// One line of the log.
    public struct Entry: Hashable, Sendable {
        /// How much it matters.
        public let level: Level

        /// Who says it: a plugin's id, or `host`.
        public let source: String

        /// What it says; control characters are escaped.
        public let text: String

        /// The time since the host started.
        public let time: Duration
    }

    /// How much an entry matters.
    public enum Level: String, Hashable, Sendable {
        /// Good to know.
        case info
        /// Something did not go as it should; the host goes on.
        case warning
        /// Something was lost or refused.
        case error
    }

    /// How many entries are kept.
    public static let capacity = 1000

    /// The newest entries, oldest first.
    public private(set) var entries: [Entry] = []

    /// Called with each new entry, in the order in which they were added.
    var sinks: [@MainActor (Entry) -> Void] = []

    private let clock: HostClock

    init(clock: HostClock) {
        self.clock = clock
    }

    /// Adds an entry of a source.
    func add(_ level: Level, _ text: String, source: String) {
        let entry = Entry(level: level, source: source, text: text.escapingControls, time: clock.now)
        entries.append(entry, keepingNewest: HostLog.capacity)
        for sink in sinks { sink(entry) }
    }
}

extension String {
    /// The text with every control character spelled out, fit for any terminal or log.
    var escapingControls: String {
        guard unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) else { return self }
        return unicodeScalars.reduce(into: "") { result, scalar in
            if scalar.properties.generalCategory == .control {
                result += scalar.escaped(asASCII: true)
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
    }
}
