import HostRuntime

/// A gesture that opens something: a number of taps in a row on the ball, or the key for them.
///
/// The rows of `all` are the only list of the gestures. The ball, the commands
/// and their keys, and the configuration are made from them, and the tests run
/// over them. To add a gesture, add a row.
struct TapGesture: Hashable, Sendable {
    /// The number of taps in a row.
    let taps: Int

    /// The key with the same effect.
    let key: KeyEvent

    /// The gesture's name in the configuration.
    let name: String

    /// The id of the command that does what the taps do.
    let commandID: String

    /// The title of that command.
    let title: String

    /// The icon of that command.
    let icon: String

    /// The target that the taps open by default; the configuration can name another.
    let target: Routes.Target

    /// The default target in a word.
    let word: String

    /// Whether the form that it opens offers to run its command, a login, at each start of the program.
    var offersLoginAtStart = false

    /// The setting for the command that the taps open: `{"routes": {"two-taps": "session.login", "one-tap": ""}}`.
    var route: Setting<String> {
        let usual = if case .command(let id) = target { id } else { "" }
        return Setting(
            "routes.\(name)",
            default: usual,
            help: "the command that \(text) open\(taps == 1 ? "s" : "")",
            rule: "the id of a command, or '' for the tools, and no gesture's own command"
        ) { id in
            // Two of them could open one another for ever.
            !TapGesture.all.contains { $0.commandID == id }
        }
    }

    /// The gestures, from the fewest taps to the most.
    static let all = [
        TapGesture(
            taps: 1,
            key: KeyEvent(.function(2)),
            name: "one-tap",
            commandID: "assistant.tools",
            title: "Open or close the tools",
            icon: "≡",
            target: .tools,
            word: "tools"
        ),
        TapGesture(
            taps: 2,
            key: KeyEvent(.function(3)),
            name: "two-taps",
            commandID: "assistant.login",
            title: "Open the login",
            icon: "→",
            target: .command("session.login"),
            word: "login",
            offersLoginAtStart: true
        ),
        TapGesture(
            taps: 3,
            key: KeyEvent(.function(4)),
            name: "three-taps",
            commandID: "assistant.shops",
            title: "Open the shops",
            icon: "⌂",
            target: .command("shop.switch"),
            word: "shops"
        ),
        TapGesture(
            taps: 4,
            key: KeyEvent(.function(5)),
            name: "four-taps",
            commandID: "assistant.environment",
            title: "Open the environments",
            icon: "◍",
            target: .command("environment.switch"),
            word: "environment"
        ),
    ]

    /// The most taps that open something.
    static let mostTaps = all.map(\.taps).max() ?? 0

    var text: String { taps.of("tap") }
}
