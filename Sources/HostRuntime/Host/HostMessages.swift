// What a host tells of itself on the bus, beside its lifecycle. Each message's
// description is the line that it is in a transcript.

/// A window was shown, hidden, moved in the stack, became or ceased to be key, or went.
public struct WindowDidChange: BusMessage, Hashable, CustomStringConvertible {
    /// What happened.
    public let event: WindowEvent

    /// The window as it was right after that.
    public let window: WindowInfo

    /// The line that it is in a transcript.
    public var description: String {
        let name = window.title
        switch event {
        case .shown: return "window shown  \(name)  level \(window.level)"
        case .hidden: return "window hidden  \(name)"
        case .levelChanged(let old): return "window level  \(name)  from \(old) to \(window.level)"
        case .orderChanged: return "window to front  \(name)"
        case .becameKey: return "window key  \(name)"
        case .resignedKey: return "window resigned key  \(name)"
        case .removed: return "window gone  \(name)"
        case .changeDropped: return "window change dropped  \(name)  too many changes from inside callbacks"
        }
    }
}

/// A command came or went, or became available or unavailable; lists of commands are out of date.
///
/// It is not posted before the launch has finished: read the list then.
public struct CommandsDidChange: BusMessage, Hashable, CustomStringConvertible {
    /// The line that it is in a transcript.
    public var description: String { "commands changed" }
}

/// A command has ended.
public struct CommandDidRun: BusMessage, Hashable, CustomStringConvertible {
    /// The command's id.
    public let id: String

    /// How it ended.
    public let outcome: CommandOutcome

    /// The line that it is in a transcript.
    public var description: String {
        switch outcome {
        case .finished(let text): "command finished  \(id)" + (text.map { "  \($0)" } ?? "")
        case .failed(let error): "command failed  \(id)  \(error)"
        case .cancelled: "command cancelled  \(id)"
        }
    }
}

/// A service came or went.
public struct ServiceDidChange: BusMessage, Hashable, CustomStringConvertible {
    /// The service's name.
    public let name: String

    /// Whether it is provided now.
    public let isProvided: Bool

    /// The line that it is in a transcript.
    public var description: String { "service \(isProvided ? "provided" : "withdrawn")  \(name)" }
}
