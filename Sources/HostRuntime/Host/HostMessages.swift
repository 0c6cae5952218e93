// The messages of a host beside its lifecycle. Each message's description is its
// line in a transcript.

/// A window was shown, hidden or closed, moved in the stack, or became or resigned key.
public struct WindowDidChange: BusMessage, Hashable, CustomStringConvertible {
    /// The event.
    public let event: WindowEvent

    /// The window as it was right after the event.
    public let window: WindowInfo

    /// The line in a transcript.
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

extension WindowDidChange: MessageWithSubject {
    package var subject: Owner { window.owner }
}

/// The list of commands, or their availability, has changed.
///
/// It isn't posted before the launch has finished: read the list then.
public struct CommandsDidChange: BusMessage, Hashable, CustomStringConvertible {
    /// The line in a transcript.
    public var description: String { "commands changed" }
}

/// A command has ended.
public struct CommandDidRun: BusMessage, Hashable, CustomStringConvertible {
    /// The command's id.
    public let id: String

    /// The party that offers the command.
    public let owner: Owner

    /// The party that started the command, and shows the outcome.
    ///
    /// A key, a script and the shell start commands of the program, and the host shows their outcomes at the foot
    /// of the screen.
    public let starter: Owner

    /// The outcome.
    public let outcome: CommandOutcome

    /// The line in a transcript.
    public var description: String {
        switch outcome {
        case .finished(let text): "command finished  \(id)" + (text.map { "  \($0)" } ?? "")
        case .failed(let error): "command failed  \(id)  \(error)"
        case .cancelled: "command cancelled  \(id)"
        }
    }
}

extension CommandDidRun: MessageWithSubject {
    package var subject: Owner { owner }
}

/// A service came or went.
public struct ServiceDidChange: BusMessage, Hashable, CustomStringConvertible {
    /// The service's name.
    public let name: String

    /// The party that provides it, or has provided it.
    public let owner: Owner

    /// Whether the service is provided now.
    public let isProvided: Bool

    /// The line in a transcript.
    public var description: String { "service \(isProvided ? "provided" : "withdrawn")  \(name)" }
}

extension ServiceDidChange: MessageWithSubject {
    package var subject: Owner { owner }
}
