/// One call of a plugin's code, packed into a word: the plugin, the phase, and what asked for it.
///
/// Making one looks up names; using it costs nothing. Hold on to the entry of
/// calls that are made often.
struct CallEntry: Hashable, Sendable {
    /// The phase in bits 0 to 7, the owner in 8 to 23, the source in 24 to 39, and the line in 40 to 63.
    let word: UInt64

    /// No call of anyone.
    static let none = CallEntry(word: 0)

    init(word: UInt64) {
        self.word = word
    }

    init(owner: JournalText, phase: CallPhase, source: JournalText = .none, line: Int = 0) {
        let line = UInt64(clamping: min(line, (1 << 24) - 1))
        word = UInt64(phase.rawValue) | UInt64(owner.handle) << 8 | UInt64(source.handle) << 24 | line << 40
    }

    /// Creates the entry of an owner's call, with the file and line, or the command's id, that asked for it.
    init(of owner: Owner, _ phase: CallPhase, source: String = "", line: Int = 0) {
        self.init(
            owner: JournalNames.text(of: owner),
            phase: phase,
            source: source.isEmpty ? .none : JournalNames.text(source),
            line: line
        )
    }

    /// The phase; nil for a word that no one has written.
    var phase: CallPhase? { CallPhase(rawValue: UInt8(truncatingIfNeeded: word)) }

    /// The owner's name.
    var owner: JournalText { JournalText(handle: UInt16(truncatingIfNeeded: word >> 8)) }

    /// The file that asked for the call, or the id of its command; `none` when it isn't known.
    var source: JournalText { JournalText(handle: UInt16(truncatingIfNeeded: word >> 24)) }

    /// The line in the file; 0 for a command.
    var line: Int { Int(word >> 40) }

    /// Whether the call is of a plugin's code, not of the program's.
    var isOfPlugin: Bool { owner != .none && owner != .host }

    /// The phase and the source as text, such as "in an observer, Confetti/Confetti.swift:12".
    var place: String { phase == nil ? "" : RunningCode.journal.place(of: self) }

    /// The file and line that asked for the call, or the command's id, such as "Confetti/Confetti.swift:12"; empty if unknown.
    var sourceText: String { RunningCode.journal.source(of: self) }

    /// Returns the same owner's call in another phase, from another source.
    func during(_ phase: CallPhase, source: JournalText = .none, line: Int = 0) -> CallEntry {
        CallEntry(owner: owner, phase: phase, source: source, line: line)
    }

    /// The entry of a task that the call starts: a command's tasks are part of it.
    var ofStartedTask: CallEntry { phase == .command ? self : during(.task) }
}

/// A text in the journal's memory.
struct JournalText: Hashable, Sendable {
    /// The number of the text's place among the texts; 0 for none.
    let handle: UInt16

    static let none = JournalText(handle: 0)

    /// The program's own name as an owner, which every journal begins with.
    static let host = JournalText(handle: 1)
}
