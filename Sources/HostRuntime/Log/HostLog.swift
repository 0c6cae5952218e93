public import FoundationEssentials

/// What the host and its plugins have to say about their work.
///
/// The newest entries are kept for reading. A log never writes to the terminal:
/// the picture is there.
@MainActor public final class HostLog {
    /// One line of the log.
    public struct Entry: Hashable, Sendable {
        /// How much it matters.
        public let level: Level

        /// The party that logged or printed it; nil for printed text of unknown origin.
        public let owner: Owner?

        /// The owner as text: a plugin's id, `host`, or `output` for printed text of unknown origin.
        public var source: String { owner?.description.escapingControls ?? "output" }

        /// What it says, on one line: what cannot be seen is spelled out, and a text that is very long is cut.
        public let text: String

        /// The time since the host started.
        public let time: Duration

        /// The calendar time.
        public let date: Date
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

    /// The longest text of an entry in bytes; of a longer one the end is left out.
    public static let longestText = 4096

    /// How many entries are kept.
    public static let capacity = 1000

    /// The newest entries, oldest first.
    public private(set) var entries: [Entry] = []

    /// Called with each new entry, in the order in which they were added.
    var sinks: [@MainActor (Entry) -> Void] = []

    private let clock: HostClock

    /// The calendar time that an entry would have now.
    var date: Date { clock.date }

    init(clock: HostClock) {
        self.clock = clock
    }

    /// Logs something that is good to know, as an entry of the program.
    public func info(_ text: String) {
        add(.info, text, owner: .host)
    }

    /// Logs something that did not go as it should, as an entry of the program.
    public func warning(_ text: String) {
        add(.warning, text, owner: .host)
    }

    /// Logs that something was lost or refused, as an entry of the program.
    public func error(_ text: String) {
        add(.error, text, owner: .host)
    }

    /// Adds an entry; without an owner it is printed text of unknown origin.
    func add(_ level: Level, _ text: String, owner: Owner?) {
        let entry = Entry(
            level: level,
            owner: owner,
            text: HostLog.line(text),
            time: clock.now,
            date: clock.date
        )
        entries.append(entry, keepingNewest: HostLog.capacity)
        for sink in sinks { sink(entry) }
    }

    /// A text as a line of bounded length; it is cut before it is looked at, and after that has made it longer.
    private static func line(_ text: String) -> String {
        text.cut(toBytes: longestText).escapingControls.cut(toBytes: longestText + 64)
    }
}
