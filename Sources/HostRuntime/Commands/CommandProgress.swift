/// How far a command has come that still runs.
public struct CommandProgress: Hashable, Sendable {
    /// The part that is done, from 0 to 1; nil while nobody can tell.
    public let fraction: Double?

    /// What is being done, on one line; empty for nothing to say.
    public let text: String

    /// Creates a progress; a fraction outside 0 to 1 is clamped, and one that is no number is none.
    ///
    /// Line breaks in the text become spaces, other control characters are
    /// left out, and it is cut after 200 characters.
    public init(fraction: Double?, text: String = "") {
        self.fraction = fraction.flatMap { $0.isNaN ? nil : min(max($0, 0), 1) }
        self.text = text.line(atMost: 200)
    }
}
