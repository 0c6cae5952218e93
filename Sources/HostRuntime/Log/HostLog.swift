internal import FoundationEssentials

/// The log of the host and its plugins.
///
/// It keeps the newest entries. It never writes to the terminal, which shows the
/// program's windows.
@MainActor public final class HostLog {
    /// An entry of the log.
    public struct Entry: Hashable, Sendable {
        /// The number of the entry since the host started; the first one has 1.
        public let number: Int

        /// The importance of the entry.
        public let level: Level

        /// The party that logged it, or whose call ran when it was printed; nil for text that was printed at another time.
        public let owner: Owner?

        /// The owner as text: a plugin's id, `host`, or `output` for printed text without an owner.
        public var source: String { owner?.description.escapingControls ?? "output" }

        /// The text on one line, with invisible characters spelled out and a very long text cut.
        public let text: String

        /// The line in a transcript and in the log's file.
        var line: String { "\(level.rawValue)  \(source)  \(text)" }

        /// The time since the host started.
        public let time: Duration

        /// The calendar time, for the log's file.
        let date: Date
    }

    /// The importance of an entry.
    public enum Level: String, Hashable, Sendable {
        /// Information.
        case info
        /// Something went wrong, and the host continues.
        case warning
        /// Something was lost or refused.
        case error
    }

    /// The longest text of an entry in bytes; a longer one loses its end.
    static let longestText = 4096

    static let capacity = 1000

    /// The newest entries, oldest first.
    public private(set) var entries: [Entry] = []

    /// The newest calls that held the main actor for too long, oldest first.
    private(set) var stalls: [StallReport] = []

    /// Called with each new entry, in the order of adding.
    var sinks: [@MainActor (Entry) -> Void] = []

    /// Called with each new entry, except those that observers add themselves.
    let observers = Observers<Entry>()

    private var isReporting = false
    private var lastNumber = 0

    private let clock: HostClock

    /// The calendar time of an entry that is added now.
    var date: Date { clock.date }

    init(clock: HostClock) {
        self.clock = clock
    }

    /// Logs information, as an entry of the program.
    public func info(_ text: String) {
        add(.info, text, owner: .host)
    }

    /// Logs that something went wrong, as an entry of the program.
    public func warning(_ text: String) {
        add(.warning, text, owner: .host)
    }

    /// Logs that something was lost or refused, as an entry of the program.
    public func error(_ text: String) {
        add(.error, text, owner: .host)
    }

    /// Calls a closure with each entry, beginning with those that are there.
    func forward(to sink: @escaping @MainActor (Entry) -> Void) {
        entries.forEach(sink)
        sinks.append(sink)
    }

    /// Adds an entry; without an owner it is printed text.
    func add(_ level: Level, _ text: String, owner: Owner?) {
        lastNumber += 1
        let entry = Entry(
            number: lastNumber,
            level: level,
            owner: owner,
            text: HostLog.line(text),
            time: clock.now,
            date: clock.date
        )
        entries.append(entry, keepingNewest: HostLog.capacity)
        for sink in sinks { sink(entry) }
        // Entries that observers add are kept but not reported, or this would never end.
        guard !isReporting else { return }
        isReporting = true
        observers.send(entry)
        isReporting = false
    }

    /// Records that a call of an owner has just held the main actor for too long.
    package func addStall(_ duration: Duration, place: String, owner: Owner) {
        stalls.append(
            StallReport(owner: owner, place: place, duration: duration, time: clock.now),
            keepingNewest: 100
        )
    }

    /// Returns a text as a line of bounded length without its secrets, cut before the escaping and again after it.
    private static func line(_ text: String) -> String {
        text.cut(toBytes: longestText).hidingSecrets.escapingControls.cut(toBytes: longestText + 64)
    }
}
