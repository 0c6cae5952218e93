import HostRuntime

/// The keyboard's way to all that the pointer can do with the assistant.
@MainActor enum AssistantCommands {
    static func all(routes: Routes, ball: Ball, panel: Panel, login: AutoLogin) -> [Command] {
        TapGesture.allCases.map { open($0, routes, panel) }
            + moves.map { move($0, ball) } + [hide(ball), show(ball), badge(ball), forgetLogin(login)]
    }

    // MARK: - What taps open

    /// The commands that do what taps do, by the ids of those that they open.
    static func openers(of routes: Routes) -> [String: String] {
        var openers: [String: String] = [:]
        for gesture in TapGesture.allCases {
            if case .command(let id) = routes[gesture], openers[id] == nil { openers[id] = gesture.opener.id }
        }
        return openers
    }

    private static func open(_ gesture: TapGesture, _ routes: Routes, _ panel: Panel) -> Command {
        let opener = gesture.opener
        return Command(
            id: opener.id,
            title: opener.title,
            group: group,
            icon: opener.icon,
            key: opener.key,
            hint: CommandHint(routes.word(for: gesture), gesture: gesture.deed),
            // What it opens is in the list itself.
            isListed: false
        ) { [weak panel] _ in
            try panel?.open(routes[gesture])
            return nil
        }
    }

    // MARK: - The ball

    private static func move(_ move: Move, _ ball: Ball) -> Command {
        Command(
            id: move.id,
            title: move.title,
            group: group,
            icon: move.icon,
            key: move.key,
            hint: CommandHint(gesture: "hold and drag"),
            // Nobody wants to move it from a list that covers it.
            isListed: false
        ) { [weak ball] _ in
            ball?.move(by: move.step)
            return nil
        }
    }

    // Who only has a pointer would not find the ball again without being told how.
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

    private typealias Move = (id: String, title: String, icon: String, key: KeyEvent, step: Point)

    private static let moves: [Move] = [
        ("assistant.left", "Move the ball to the left side", "◂", KeyEvent(.left, .alt), Point(x: -1, y: 0)),
        ("assistant.right", "Move the ball to the right side", "▸", KeyEvent(.right, .alt), Point(x: 1, y: 0)),
        ("assistant.up", "Move the ball up", "▴", KeyEvent(.up, .alt), Point(x: 0, y: -1)),
        ("assistant.down", "Move the ball down", "▾", KeyEvent(.down, .alt), Point(x: 0, y: 1)),
    ]
}

extension TapGesture {
    /// The command that does what the taps do.
    fileprivate var opener: (id: String, title: String, icon: String, key: KeyEvent) {
        switch self {
        case .one: ("assistant.tools", "Open or close the tools", "≡", KeyEvent(.function(2)))
        case .two: ("assistant.login", "Open the login", "→", KeyEvent(.function(3)))
        case .three: ("assistant.shops", "Open the shops", "⌂", KeyEvent(.function(4)))
        case .four: ("assistant.environment", "Open the environments", "◍", KeyEvent(.function(5)))
        }
    }

    /// The key that does the same.
    var key: KeyEvent { opener.key }

    /// What the person does with the pointer.
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
    /// What a gesture opens, in a word; for a command that the configuration names, its id.
    func word(for gesture: TapGesture) -> String {
        switch self[gesture] {
        case .tools: "tools"
        case .command(let id): Routes.words[id] ?? id
        }
    }

    /// What the bubble says of the gestures.
    var lines: [BubbleView.Line] {
        TapGesture.allCases.map {
            BubbleView.Line(deed: $0.deed, word: word(for: $0), key: "\($0.key)")
        }
    }

    private static let words = [
        "session.login": "login", "shop.switch": "shops", "environment.switch": "environment",
    ]
}
