import HostRuntime

/// The commands that do with the keyboard what the pointer does with the assistant.
@MainActor enum AssistantCommands {
    static func all(routes: Routes, ball: Ball, panel: Panel, login: AutoLogin) -> [Command] {
        TapGesture.allCases.map { open($0, routes, panel) }
            + moves(ball) + [hide(ball), show(ball), badge(ball), forgetLogin(login)]
    }

    /// A command with a key that does the same as a gesture of the pointer.
    ///
    /// The list of tools leaves it out: the list already has the command that a
    /// tap opens, and it covers the ball that a drag moves.
    nonisolated fileprivate struct Shortcut {
        let id: String
        let title: String
        let icon: String
        let key: KeyEvent

        init(_ id: String, _ title: String, _ icon: String, _ key: KeyEvent) {
            (self.id, self.title, self.icon, self.key) = (id, title, icon, key)
        }

        @MainActor func command(hint: CommandHint, run: @escaping @MainActor () throws -> Void) -> Command {
            Command(
                id: id,
                title: title,
                group: AssistantCommands.group,
                icon: icon,
                key: key,
                hint: hint,
                isListed: false
            ) { _ in
                try run()
                return nil
            }
        }
    }

    // MARK: - Taps

    /// Returns the ids of the commands that do what taps do, by the ids of the commands that they open.
    static func openers(of routes: Routes) -> [String: String] {
        var openers: [String: String] = [:]
        for gesture in TapGesture.allCases {
            if case .command(let id) = routes[gesture], openers[id] == nil { openers[id] = gesture.shortcut.id }
        }
        return openers
    }

    private static func open(_ gesture: TapGesture, _ routes: Routes, _ panel: Panel) -> Command {
        let hint = CommandHint(routes.word(for: gesture), gesture: gesture.deed)
        return gesture.shortcut.command(hint: hint) { [weak panel] in try panel?.open(routes[gesture]) }
    }

    // MARK: - The ball

    private static func moves(_ ball: Ball) -> [Command] {
        let moves = [
            (
                Shortcut("assistant.left", "Move the ball to the left side", "◂", KeyEvent(.left, .alt)),
                Point(x: -1, y: 0)
            ),
            (
                Shortcut("assistant.right", "Move the ball to the right side", "▸", KeyEvent(.right, .alt)),
                Point(x: 1, y: 0)
            ),
            (Shortcut("assistant.up", "Move the ball up", "▴", KeyEvent(.up, .alt)), Point(x: 0, y: -1)),
            (Shortcut("assistant.down", "Move the ball down", "▾", KeyEvent(.down, .alt)), Point(x: 0, y: 1)),
        ]
        return moves.map { shortcut, step in
            shortcut.command(hint: CommandHint(gesture: "hold and drag")) { [weak ball] in ball?.move(by: step) }
        }
    }

    // The message says how to find the ball again, for a person who uses only the pointer.
    private static func hide(_ ball: Ball) -> Command {
        let key = KeyEvent(.function(6), .shift)
        let isAvailable: Command.Availability = { [weak ball] in
            ball?.isHidden == true ? .unavailable("The ball is hidden already; f6 shows it.") : .available
        }
        return Command(
            id: "assistant.hide",
            title: "Hide the ball",
            group: group,
            icon: "○",
            key: key,
            isAvailable: isAvailable
        ) { [weak ball] _ in
            ball?.hide()
            return "The ball is hidden for this run; f6 shows it."
        }
    }

    private static func show(_ ball: Ball) -> Command {
        let key = KeyEvent(.function(6))
        let isAvailable: Command.Availability = { [weak ball] in
            ball?.isHidden == false ? .unavailable("The ball is on the screen already.") : .available
        }
        return Command(
            id: "assistant.show",
            title: "Show the ball",
            group: group,
            icon: "●",
            key: key,
            isAvailable: isAvailable
        ) { [weak ball] _ in
            ball?.show()
            return nil
        }
    }

    private static func badge(_ ball: Ball) -> Command {
        let text = CommandParameter(name: "text", title: "Badge", hint: "two signs, or nothing", defaultValue: "")
        let title = "Put a badge on the ball"
        return Command(id: "assistant.badge", title: title, group: group, icon: "◔", parameters: [text]) {
            [weak ball] in
            ball?.setBadge($0.text("text"))
            return nil
        }
    }

    // MARK: - The login at start

    private static func forgetLogin(_ login: AutoLogin) -> Command {
        let isAvailable: Command.Availability = { [weak login] in
            login?.isKept == true ? .available : .unavailable("No login is kept that can be read.")
        }
        return Command(
            id: "assistant.forget-login",
            title: "Forget the login at start",
            group: group,
            icon: "×",
            isAvailable: isAvailable
        ) { [weak login] _ in
            login?.forget()
            return "The login at start is forgotten."
        }
    }

    private static let group = "Assistant"
}

extension TapGesture {
    /// The command that does what the taps do.
    fileprivate var shortcut: AssistantCommands.Shortcut {
        switch self {
        case .one: .init("assistant.tools", "Open or close the tools", "≡", KeyEvent(.function(2)))
        case .two: .init("assistant.login", "Open the login", "→", KeyEvent(.function(3)))
        case .three: .init("assistant.shops", "Open the shops", "⌂", KeyEvent(.function(4)))
        case .four: .init("assistant.environment", "Open the environments", "◍", KeyEvent(.function(5)))
        }
    }

    /// The key that does what the taps do.
    var key: KeyEvent { shortcut.key }

    /// The name of the gesture.
    var deed: String {
        switch self {
        case .one: "1 tap"
        case .two: "2 taps"
        case .three: "3 taps"
        case .four: "4 taps"
        }
    }
}

extension Routes {
    /// Returns a word for the target of a gesture: the id for a command that the configuration names.
    func word(for gesture: TapGesture) -> String {
        switch self[gesture] {
        case .tools: "tools"
        case .command(let id): Routes.words[id] ?? id
        }
    }

    /// The lines of the bubble.
    var lines: [BubbleView.Line] {
        TapGesture.allCases.map {
            BubbleView.Line(deed: $0.deed, word: word(for: $0), key: "\($0.key)")
        }
    }

    private static let words = [
        "session.login": "login", "shop.switch": "shops", "environment.switch": "environment",
    ]
}
