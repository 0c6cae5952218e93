import HostRuntime

/// The keyboard's way to all that the pointer can do with the assistant.
@MainActor enum AssistantCommands {
    static func all(routes: Routes, ball: Ball, panel: Panel, login: AutoLogin) -> [Command] {
        openers.map { opener in
            command(opener.id, opener.title, opener.icon, opener.key) { [weak panel] in
                try panel?.open(routes[opener.gesture])
            }
        }
            + moves.map { move in
                command(move.id, move.title, move.icon, move.key) { [weak ball] in ball?.move(by: move.step) }
            } + [
                hide(ball),
                command("assistant.show", "Show the ball", "●", KeyEvent(.function(6))) { [weak ball] in ball?.show() },
                badge(ball), forgetLogin(login),
            ]
    }

    // Who only has a pointer would not find the ball again without being told how.
    private static func hide(_ ball: Ball) -> Command {
        let key = KeyEvent(.function(6), .shift)
        return Command(id: "assistant.hide", title: "Hide the ball", group: group, icon: "○", key: key) {
            [weak ball] _ in
            ball?.hide()
            return "The ball is hidden for this run; f6 shows it."
        }
    }

    private static func forgetLogin(_ login: AutoLogin) -> Command {
        Command(id: "assistant.forget-login", title: "Forget the login at start", group: group, icon: "×") {
            [weak login] _ in
            login?.forget() == true ? "The login at start is forgotten." : "No login is kept that can be read."
        }
    }

    private static func badge(_ ball: Ball) -> Command {
        let text = CommandParameter(name: "text", title: "Badge, or none", defaultValue: "")
        let title = "Put a badge on the ball"
        return Command(id: "assistant.badge", title: title, group: group, icon: "◔", parameters: [text]) {
            [weak ball] in
            ball?.setBadge($0.text("text"))
            return nil
        }
    }

    private static let group = "Assistant"

    private static let openers: [(id: String, title: String, icon: String, key: KeyEvent, gesture: TapGesture)] = [
        ("assistant.tools", "Open or close the tools", "≡", KeyEvent(.function(2)), .one),
        ("assistant.login", "Open the login", "→", KeyEvent(.function(3)), .two),
        ("assistant.shops", "Open the shops", "⌂", KeyEvent(.function(4)), .three),
        ("assistant.environment", "Open the environments", "◍", KeyEvent(.function(5)), .four),
    ]

    private static let moves: [(id: String, title: String, icon: String, key: KeyEvent, step: Point)] = [
        ("assistant.left", "Move the ball to the left side", "◂", KeyEvent(.left, .alt), Point(x: -1, y: 0)),
        ("assistant.right", "Move the ball to the right side", "▸", KeyEvent(.right, .alt), Point(x: 1, y: 0)),
        ("assistant.up", "Move the ball up", "▴", KeyEvent(.up, .alt), Point(x: 0, y: -1)),
        ("assistant.down", "Move the ball down", "▾", KeyEvent(.down, .alt), Point(x: 0, y: 1)),
    ]

    private static func command(
        _ id: String,
        _ title: String,
        _ icon: String,
        _ key: KeyEvent,
        _ action: @escaping @MainActor () throws -> Void
    ) -> Command {
        Command(id: id, title: title, group: group, icon: icon, key: key) { _ in
            try action()
            return nil
        }
    }
}
