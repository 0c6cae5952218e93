import HostRuntime

/// A gesture that opens something: a number of taps on the ball, or the key for them.
///
/// The rows in `init(_:)` are the only list of the gestures. What the assistant
/// offers, reads and says about them is made from the rows.
struct TapGesture: Hashable, Sendable {
    let count: TapCount

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

    /// The target in a word.
    let word: String

    static let all = TapCount.allCases.map { TapGesture($0) }

    init(_ count: TapCount) {
        self.count = count
        (name, commandID, title, icon, target, word) =
            switch count {
            case .one: ("one-tap", "assistant.tools", "Open or close the tools", "≡", .tools, "tools")
            case .two: ("two-taps", "assistant.login", "Open the login", "→", .command("session.login"), "login")
            case .three: ("three-taps", "assistant.shops", "Open the shops", "⌂", .command("shop.switch"), "shops")
            case .four:
                (
                    "four-taps", "assistant.environment", "Open the environments", "◍",
                    .command("environment.switch"), "environment"
                )
            }
    }

    /// The key with the same effect: f2 for one tap, and so on.
    var key: KeyEvent { KeyEvent(.function(count.rawValue + 1)) }

    var text: String { count == .one ? "1 tap" : "\(count.rawValue) taps" }
}
