import HostRuntime

/// The keyboard's way to all that the pointer can do with the assistant.
@MainActor enum AssistantCommands {
    static func all(routes: Routes, ball: Ball, panel: Panel) -> [Command] {
        openers.map { opener in
            command(opener.id, opener.title, opener.key) { [weak panel] in try panel?.open(routes[opener.gesture]) }
        }
            + moves.map { move in
                command(move.id, move.title, move.key) { [weak ball] in ball?.move(by: move.step) }
            }
    }

    private static let openers: [(id: String, title: String, key: KeyEvent, gesture: TapGesture)] = [
        ("assistant.tools", "Open or close the tools", KeyEvent(.function(2)), .one),
        ("assistant.login", "Open the login", KeyEvent(.function(3)), .two),
        ("assistant.shops", "Open the shops", KeyEvent(.function(4)), .three),
        ("assistant.environment", "Open the environments", KeyEvent(.function(5)), .four),
    ]

    // A cell is about twice as high as it is wide.
    private static let moves: [(id: String, title: String, key: KeyEvent, step: Point)] = [
        ("assistant.left", "Move the ball left", KeyEvent(.left, .alt), Point(x: -2, y: 0)),
        ("assistant.right", "Move the ball right", KeyEvent(.right, .alt), Point(x: 2, y: 0)),
        ("assistant.up", "Move the ball up", KeyEvent(.up, .alt), Point(x: 0, y: -1)),
        ("assistant.down", "Move the ball down", KeyEvent(.down, .alt), Point(x: 0, y: 1)),
    ]

    private static func command(
        _ id: String,
        _ title: String,
        _ key: KeyEvent,
        _ action: @escaping @MainActor () throws -> Void
    ) -> Command {
        Command(id: id, title: title, group: "Assistant", key: key) { _ in
            try action()
            return nil
        }
    }
}
