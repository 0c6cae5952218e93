import HostRuntime

extension PanelState {
    /// What the panel shows.
    enum Page: Hashable, Sendable {
        case closed
        case tools
        case form(CommandForm)
        case notice(Notice)
    }

    /// A page that only says something.
    struct Notice: Hashable, Sendable {
        enum Kind: Hashable, Sendable {
            case running
            case done
            case failed
            case cancelled
            /// The command cannot be run now.
            case unavailable
            /// Nobody offers the command of this id; the page goes on when somebody does.
            case missing(String)
        }

        let title: String
        let text: String
        let kind: Kind

        /// Whether a glance is enough, so that the panel can go by itself.
        var isBrief: Bool { text.count <= 60 && !text.contains(where: \.isNewline) }
    }

    /// What is said below the tools or the form.
    struct Remark: Hashable, Sendable {
        let text: String
        var isError = true
    }

    /// The field that is to have the keyboard.
    struct Focus: Hashable, Sendable {
        let field: Int
        /// Another number each time that it is to have it anew.
        let number: Int
    }

    /// A command that was started and has not ended.
    struct Run: Hashable, Sendable {
        let number: Int
        let command: String
        let title: String
        let secrets: [String]
        /// What becomes of the values when it has succeeded.
        let login: LoginChange?
        var progress: CommandProgress?
        /// Whether it takes so long that its progress is shown.
        var isLong = false
        /// Whether it has taken the screen for something of its own, and the panel has nothing to do with it any more.
        var isReleased = false
    }

    /// What becomes of the values that the program logs in with at its start.
    enum LoginChange: Hashable, Sendable {
        case keep(command: String, values: [String: PlainValue])
        case forget
    }

    /// What is known of the login at the start.
    struct Login: Hashable, Sendable {
        /// The command that logs in.
        let command: String
        /// Whether its values are kept.
        let isKept: Bool
        /// Why it failed; nil where it did not.
        let problem: String?
    }

    /// What the owner has to do.
    enum Effect: Hashable, Sendable {
        /// Run a command and call `finished`.
        case run(Int, command: String, values: [String: PlainValue])
        /// Cancel a run, which ends it.
        case cancel(Int)
        /// Call `takesLong` after `runPatience`.
        case waitForRun(Int)
        /// Fetch what a parameter can be chosen from and call `choicesArrived`.
        case fetchChoices(Int, command: String, field: Int)
        /// Call `timeReached` after `resultDuration`.
        case wait(Int)
        /// Keep or forget what the program logs in with at its start.
        case changeLogin(LoginChange)
    }

    /// How a run ended.
    enum Outcome: Hashable, Sendable {
        case finished(String?)
        case failed(String, [CommandFieldError] = [])
        case cancelled
    }
}
