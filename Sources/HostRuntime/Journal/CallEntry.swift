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

/// The reason for a call of a plugin's code.
enum CallPhase: UInt8, CaseIterable, Hashable, Sendable {
    /// A library with plugins is being loaded, whose load hooks run.
    case library = 1
    /// The manifest is being read.
    case manifest
    /// An instance is being created.
    case creation
    case activation
    /// An observer on the bus is called.
    case observer
    /// A timer's or an animation's closure is called.
    case timer
    /// A step of a task, on any thread.
    case task
    /// A step of a command, on any thread.
    case command
    /// The closure that hears of a command's progress or end is called.
    case completion
    /// A closure that waits for a frame is called.
    case frame
    case layout
    case draw
    case hitTest
    /// A key, a touch, a gesture or pasted text is handled.
    case input
    /// A change of the window is handled.
    case window
    case deactivation
    /// The instance and what it acquired are released.
    case release
}

extension CallPhase {
    /// The end of a sentence about a crash, such as "in activate".
    ///
    /// Static, because a signal handler writes it.
    var place: StaticString {
        switch self {
        case .library: "while it was loaded"
        case .manifest: "in its manifest"
        case .creation: "in its init"
        case .activation: "in activate"
        case .observer: "in an observer"
        case .timer: "in a timer"
        case .task: "in a task"
        case .command: "in a command"
        case .completion: "at the end of a command that it ran"
        case .frame: "after a frame"
        case .layout: "while laying out a window"
        case .draw: "while drawing a window"
        case .hitTest: "in a hit test"
        case .input: "while handling input"
        case .window: "while handling a change of a window"
        case .deactivation: "in deactivate"
        case .release: "while it was released"
        }
    }
}
