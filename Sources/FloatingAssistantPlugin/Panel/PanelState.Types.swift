import HostRuntime

extension PanelState {
    enum Content: Hashable, Sendable {
        case closed
        case tools
        case form(Form)
        case notice(Notice)
    }

    /// The form of a command; its view has what is entered.
    struct Form: Hashable, Sendable {
        let command: String
        let title: String
        /// The reason why the login at the start failed; `nil` if it didn't, or the form is another command's.
        var problem: String?
        /// Whether the login is kept already; `nil` if the form doesn't ask.
        var isKept: Bool?
    }

    /// A page with a text.
    struct Notice: Hashable, Sendable {
        enum Kind: Hashable, Sendable {
            case running
            case done
            case failed
            case cancelled
            /// The command can't run now.
            case unavailable
            /// No command with this id is offered; the page opens the command when it is.
            case missing(String)
        }

        /// The most letters of text that are shown.
        static let longestText = 50_000

        let title: String
        let text: String
        let kind: Kind
        /// Whether the page is the result of a run that the person hadn't waited for.
        var isLate = false

        /// What a key does that the page doesn't use.
        enum Keys: Hashable, Sendable {
            /// Nothing, but for escape.
            case wait
            /// It closes the page.
            case close
            /// It closes the page, and has its effect in the program: what it says goes by itself anyway.
            case closeAndPass
            /// A letter goes to the tools: they were asked for, and it may have been typed ahead.
            case tools
        }

        var keys: Keys { isLate ? .tools : kind == .running ? .wait : isBrief ? .closeAndPass : .close }

        /// Whether the text is short, so that the panel closes by itself.
        var isBrief: Bool { text.count <= 60 && !text.contains(where: \.isNewline) }

        /// The time for which a brief text stays before the panel closes by itself: a second has 16 characters to read.
        var readingTime: Duration { max(.milliseconds(1500), .milliseconds(1000 * text.count / 16)) }
    }

    typealias Remark = CommandFoot.Remark
    typealias Run = WorkInSight.Run

    /// A change of the login at the start of the program.
    enum LoginChange: Hashable, Sendable {
        case keep(command: String, values: [String: PlainValue])
        case forget
    }

    /// The state of the login at the start.
    struct Login: Hashable, Sendable {
        let command: String
        let isKept: Bool
        /// The reason why it failed; `nil` if it didn't.
        let problem: String?
    }

    enum Effect: Hashable, Sendable {
        /// Run a command, and call `finished`.
        case run(Int, command: String, values: [String: PlainValue])
        /// Ask a run to end, and call `didNotStop` after `CommandProgress.timeToStop`.
        case cancel(Int)
        /// End a run at once, whether its command ends or not.
        case abandon(Int)
        /// Call `takeLong` after `progressDelay`.
        case waitForRuns([Int])
        /// Update the open form to its command's parameters.
        case updateForm
        /// Call `timeReached` after a time.
        case wait(Int, Duration)
        /// Keep or forget the login at the start.
        case changeLogin(LoginChange)
    }
}
