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
    /// Returns false, and writes nothing, if no plugin is to blame and no recording is left.
    ///
    /// `status` is what `waitpid` would say, if that is known.
    mutating func write(about journal: JournalMemory, status: Int32? = nil) -> Bool {
        count = 0
        writeBlame(about: journal, status)
        if journal.end != .inOrder, journal.recording != .none {
            append(characters: journal.program)
            append(": the recording ")
            append(characters: journal.bytes(journal.recording))
            append(" shows what was done before; --play plays it\n")
        }
        return count > 0
    }

    private mutating func writeBlame(about journal: JournalMemory, _ status: Int32?) {
        guard let call = journal.blamedCall, call.entry.isOfPlugin else { return }
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

    private mutating func append(_ number: Int) {
        var divisor = 1
        while number / divisor >= 10 { divisor *= 10 }
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
    /// killed says nothing: then the main thread's call is blamed, which kept the
    /// program from answering. Calls on other threads may take their time and are
    /// blamed only if the process ended by `_exit`.
    var blamedCall: CallStack.Call? {
        if end != .none, end != .inOrder { return endingStack?.innermost }
        guard end == .none else { return nil }
        if let call = stack(0).innermost { return call }
        guard let status, status & 0x7F == 0 else { return nil }
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
}
