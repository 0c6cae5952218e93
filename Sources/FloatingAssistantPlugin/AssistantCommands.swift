import HostRuntime

@MainActor enum AssistantCommands {
    static func all(routes: Routes, ball: Ball, panel: AssistantPanel, login: AutoLogin) -> [Command] {
        // The list of tools leaves out what a gesture does too: it already has the
        // command that a tap opens, and it covers the ball that a drag moves.
        let taps = TapGesture.all.map { gesture in
            let hint = CommandHint(routes.word(for: gesture), gesture: gesture.text)
            return command(gesture.commandID, gesture.title, gesture.icon, gesture.key, hint, isListed: false) {
                [weak ball, weak panel] _ in
                ball?.wake()
                try panel?.open(routes[gesture])
                return nil
            }
        }
        let moves = directions.map { name, place, icon, key, step in
            let hint = CommandHint(gesture: "hold and drag")
            let key = KeyEvent(key, .alt)
            return command("assistant.\(name)", "Move the ball \(place)", icon, key, hint, isListed: false) {
                [weak ball] _ in
                ball?.move(by: step)
                return nil
            }
        }
        return taps + moves + [hide(ball), show(ball), forgetLogin(login)]
    }

    private static let directions = [
        ("left", "to the left side", "◂", KeyEvent.Key.left, Point(x: -1, y: 0)),
        ("right", "to the right side", "▸", .right, Point(x: 1, y: 0)),
        ("up", "up", "▴", .up, Point(x: 0, y: -1)),
        ("down", "down", "▾", .down, Point(x: 0, y: 1)),
    ]

    private static func command(
        _ id: String,
        _ title: String,
        _ icon: String,
        _ key: KeyEvent? = nil,
        _ hint: CommandHint? = nil,
        isListed: Bool = true,
        requiresScreen: Bool = true,
        isAvailable: @escaping Command.Availability = { .available },
        action: @escaping Command.Action
    ) -> Command {
        Command(
            id: id,
            title: title,
            group: "Assistant",
            icon: icon,
            key: key,
            hint: hint,
            isListed: isListed,
            requiresScreen: requiresScreen,
            isAvailable: isAvailable,
            action: action
        )
    }

    private static let showKey = KeyEvent(.function(6))
    private static let hideKey = KeyEvent(showKey.key, .shift)

    // The message says how to find the ball again, for a person who uses only the pointer.
    private static func hide(_ ball: Ball) -> Command {
        let isAvailable: Command.Availability = { [weak ball] in
            ball?.isHidden == true ? .unavailable("The ball is hidden already; \(showKey) shows it.") : .available
        }
        return command("assistant.hide", "Hide the ball", "○", hideKey, isAvailable: isAvailable) { [weak ball] _ in
            ball?.hide()
            return "The ball is hidden for this run; \(showKey) shows it."
        }
    }

    private static func show(_ ball: Ball) -> Command {
        let isAvailable: Command.Availability = { [weak ball] in
            guard let ball, !ball.isHidden else { return .available }
            let reason = ball.holdReason.map { "The program keeps the ball away: \($0)." }
            return .unavailable(reason ?? "The ball is on the screen already.")
        }
        return command("assistant.show", "Show the ball", "●", showKey, isAvailable: isAvailable) { [weak ball] _ in
            ball?.show()
            return nil
        }
    }

    private static func forgetLogin(_ login: AutoLogin) -> Command {
        let isAvailable: Command.Availability = { [weak login] in
            login?.isKept == true ? .available : .unavailable("No readable login is saved.")
        }
        return command(
            "assistant.forget-login",
            "Forget the login at start",
            "×",
            requiresScreen: false,
            isAvailable: isAvailable
        ) { [weak login] _ in
            login?.forget()
            return "The login at start is forgotten."
        }
    }
}
