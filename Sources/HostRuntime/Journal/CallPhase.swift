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
