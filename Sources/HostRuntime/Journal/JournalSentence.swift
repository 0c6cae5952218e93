/// The sentence that tells a person how a process ended, and how to start without the plugin that ended it.
///
/// A signal handler and the guardian write it, so it's made of bytes in memory
/// that exists already: no allocation, no lock, no Swift object.
struct JournalSentence: @unchecked Sendable {  // Reason: one thread at a time writes (`claimCrashMessage`).
    /// The number of bytes that a sentence has at most.
    static let limit = 1024

    private let bytes: UnsafeMutablePointer<UInt8>
    private var count = 0

    init() {
        bytes = .allocate(capacity: JournalSentence.limit)
        bytes.initialize(repeating: 0, count: JournalSentence.limit)
    }

    /// The bytes of the sentence, with a line break at the end.
    var written: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: bytes, count: count) }

    /// Writes the sentence about the end of a process.
    ///
    /// Returns false, and writes nothing, if no plugin is to blame.
    ///
    /// `status` is what `waitpid` would say, if that is known. If the end is awaited, the
    /// call that runs keeps it.
    mutating func write(about journal: JournalMemory, status: Int32? = nil, isAwaited: Bool = false) -> Bool {
        count = 0
        let blamed = journal.blamedCall ?? (isAwaited ? journal.stack(0).innermost : nil)
        guard let call = blamed, call.entry.isOfPlugin else { return false }
        append(characters: journal.program)
        append(": the ")
        append(call.entry.phase == .library ? "library '" : "plugin '")
        append(characters: journal.bytes(call.entry.owner))
        append("' ")
        append(journal, call, status)
        append("\n")
        append(characters: journal.program)
        append(": to start without it, add --disable-plugin ")
        append(characters: journal.bytes(call.entry.owner))
        append("\n")
        return true
    }

    /// Writes the line of the log about the end of a process, as `LogFile` writes its lines.
    ///
    /// Returns false, and writes nothing, if the process neither crashed nor was ended by a plugin.
    mutating func writeLogLine(
        about journal: JournalMemory,
        status: Int32?,
        isAwaited: Bool,
        at time: (seconds: Int, milliseconds: Int)
    ) -> Bool {
        count = 0
        let call = journal.blamedCall ?? (isAwaited ? journal.stack(0).innermost : nil)
        let isOfPlugin = call?.entry.isOfPlugin ?? false
        guard isOfPlugin || journal.end == .crash else { return false }
        appendStamp(time)
        append(" [")
        append(Int(journal.process))
        append("] error  ")
        append(characters: journal.bytes(isOfPlugin ? call?.entry.owner ?? .host : .host))
        append("  ")
        if let call, isOfPlugin {
            append(journal, call, status)
        } else {
            append("crashed (")
            append(JournalSentence.name(ofSignal: journal.signal))
            append(")")
        }
        append("\n")
        return true
    }

    private mutating func append(_ journal: JournalMemory, _ call: CallStack.Call, _ status: Int32?) {
        switch (journal.end, status) {
        case (.exit, _):
            append("called exit ")
            appendPlace(journal, call)
            append(", which ended the program early")
        case (.crash, _):
            append("crashed the program ")
            appendPlace(journal, call)
            append(" (")
            append(JournalSentence.name(ofSignal: journal.signal))
            append(")")
        case (.lostDescriptor, _):
            append("closed or replaced a file descriptor of the program ")
            appendPlace(journal, call)
            append(", which ended it")
        // Killed by a signal, which the low bits of the status tell.
        case (_, let status?) where status & 0x7F != 0:
            append("was running ")
            appendPlace(journal, call)
            append(" when the program was killed (")
            append(JournalSentence.name(ofSignal: status & 0x7F))
            append(")")
        case (_, .some):
            append("ended the program with _exit ")
            appendPlace(journal, call)
        default:
            append("was running ")
            appendPlace(journal, call)
            append(" when the program ended")
        }
    }

    private mutating func appendPlace(_ journal: JournalMemory, _ call: CallStack.Call) {
        guard let phase = call.entry.phase else { return append("at an unknown place") }
        append(phase.place)
        guard call.entry.source != .none else { return }
        append(", ")
        append(characters: journal.bytes(call.entry.source))
        guard call.entry.line != 0 else { return }
        append(":")
        append(call.entry.line)
    }

    // MARK: - Bytes

    private mutating func append(_ text: StaticString) {
        append(characters: text.utf8Start)
    }

    // Has a label because a `String` would become a pointer by itself, in memory that is allocated for it.
    private mutating func append(characters text: UnsafePointer<UInt8>) {
        var index = 0
        while text[index] != 0, count < JournalSentence.limit - 1 {
            bytes[count] = text[index]
            count += 1
            index += 1
        }
    }

    /// Appends a time since 1970 as a date in UTC.
    private mutating func appendStamp(_ time: (seconds: Int, milliseconds: Int)) {
        let day = time.seconds / 86_400
        let second = time.seconds % 86_400
        // Years that begin in March, in eras of 400, which have 146,097 days.
        let shifted = day + 719_468
        let (era, dayOfEra) = (shifted / 146_097, shifted % 146_097)
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let march = (5 * dayOfYear + 2) / 153
        let month = march < 10 ? march + 3 : march - 9
        append(yearOfEra + era * 400 + (month <= 2 ? 1 : 0), digits: 4)
        append("-")
        append(month, digits: 2)
        append("-")
        append(dayOfYear - (153 * march + 2) / 5 + 1, digits: 2)
        append("T")
        append(second / 3_600, digits: 2)
        append(":")
        append(second / 60 % 60, digits: 2)
        append(":")
        append(second % 60, digits: 2)
        append(".")
        append(time.milliseconds, digits: 3)
        append("Z")
    }

    private mutating func append(_ number: Int, digits: Int = 1) {
        var (divisor, written) = (1, 1)
        while number / divisor >= 10 || written < digits {
            divisor *= 10
            written += 1
        }
        while divisor > 0, count < JournalSentence.limit - 1 {
            bytes[count] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number / divisor % 10)
            count += 1
            divisor /= 10
        }
    }

    /// The name of a signal that ends programs, by its number on Linux.
    static func name(ofSignal signal: Int32) -> StaticString {
        switch signal {
        case 1: "SIGHUP"
        case 2: "SIGINT"
        case 3: "SIGQUIT"
        case 4: "SIGILL"
        case 5: "SIGTRAP"
        case 6: "SIGABRT"
        case 7: "SIGBUS"
        case 8: "SIGFPE"
        case 9: "SIGKILL"
        case 11: "SIGSEGV"
        case 15: "SIGTERM"
        case 31: "SIGSYS"
        default: "a signal"
        }
    }
}

extension JournalMemory {
    /// The call that ended the process, as far as it's known.
    ///
    /// Async-signal-safe. That is the innermost call of the thread that said so. A process that was
    /// killed says nothing: a person, a time limit or a lack of memory may have ended
    /// it at any time. Then the main thread's call is blamed only if it had kept the
    /// program from answering for as long as a hang takes. Calls on other threads may
    /// take their time and are blamed only if the process ended by `_exit`.
    var blamedCall: CallStack.Call? {
        if end != .none, end != .inOrder { return endingStack?.innermost }
        guard end == .none else { return nil }
        guard let status, status & 0x7F == 0 else { return hungCall }
        if let call = stack(0).innermost { return call }
        var blamed: CallStack.Call?
        var index = 1
        while index < JournalMemory.stackCount {
            if let call = stack(index).innermost {
                // Two plugins' calls: either may have ended the process.
                if let blamed, blamed.entry.owner != call.entry.owner { return nil }
                blamed = blamed ?? call
            }
            index += 1
        }
        return blamed
    }

    /// Whether a signal that the process couldn't, or needn't, answer ended it while it hung.
    var wasKilledInHang: Bool { end == .none && status.map { $0 & 0x7F != 0 } ?? true && hungCall != nil }

    /// The main thread's call that was seen to hang and hasn't ended.
    private var hungCall: CallStack.Call? {
        hungAt == 0 ? nil : stack(0).innermost(begunBefore: hungAt &- JournalMemory.hangTime)
    }

    /// The nanoseconds that a call has lasted when a hang is seen: two seconds, less a moment before it in the same turn.
    private static let hangTime: UInt64 = 1_750_000_000
}

extension JournalMemory {
    /// The end of a sentence about a call: its phase, and its source if that is known.
    func place(of entry: CallEntry) -> String {
        let place = entry.phase.map { "\($0.place)" } ?? "at an unknown place"
        return entry.source == .none ? place : "\(place), \(source(of: entry))"
    }

    /// The file and line that asked for a call, or the command's id; empty if unknown.
    func source(of entry: CallEntry) -> String {
        string(entry.source) + (entry.line == 0 ? "" : ":\(entry.line)")
    }
}
