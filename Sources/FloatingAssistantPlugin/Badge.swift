import HostRuntime

/// What stands at the corner of the ball: a sign or two, or a small number; a pure value.
struct Badge: Hashable, Sendable {
    /// The most columns that it takes.
    static let width = 2

    /// The signs, one or two columns wide.
    let text: String

    /// Cleans a text of a command; nil where nothing is left of it, which is no badge.
    ///
    /// A number too long to show is `9+`, since another one would be wrong; of
    /// other texts the beginning is shown.
    init?(_ text: String) {
        // What steers a terminal shows nothing itself; what turns the direction of text has no width.
        let seen = text.filter {
            let isControl = $0.unicodeScalars.contains { $0.properties.generalCategory == .control }
            return !isControl && !$0.isWhitespace && TextWidth.width(of: $0) > 0
        }
        let isNumber = seen.allSatisfy { $0.isASCII && $0.isNumber }
        var shown = ""
        for character in seen.prefix(Badge.width) where TextWidth.width(of: shown + "\(character)") <= Badge.width {
            shown.append(character)
        }
        guard !shown.isEmpty else { return nil }
        self.text = isNumber && seen.count > Badge.width ? "9+" : shown
    }
}
