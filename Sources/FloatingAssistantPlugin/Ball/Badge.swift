import HostRuntime

/// The badge in the corner of the ball: one or two characters, or a small number; a pure value.
struct Badge: Hashable, Sendable {
    static let width = 2
    let text: String

    /// Creates a badge from a command's text; fails if nothing visible is left of it.
    ///
    /// A number that is too long becomes `9+`, because part of it would be wrong;
    /// other texts are cut.
    init?(_ text: String) {
        let seen = text.line().filter { !$0.isWhitespace && TextWidth.width(of: $0) > 0 }
        let isNumber = seen.allSatisfy { $0.isASCII && $0.isNumber }
        var shown = ""
        for character in seen.prefix(Badge.width) where TextWidth.width(of: shown + "\(character)") <= Badge.width {
            shown.append(character)
        }
        guard !shown.isEmpty else { return nil }
        self.text = isNumber && seen.count > Badge.width ? "9+" : shown
    }
}
