/// What a program says of a command's key where people see it without looking for it.
///
/// A status line shows the text beside the key, and a help lists the command's
/// group first. A plugin thereby tells of its keys in a program that knows no
/// plugin.
public struct CommandHint: Hashable, Sendable {
    /// What the key does, in a word or two: `tools`; empty for what only a help is to tell.
    public let text: String

    /// What a pointer does for the same: `1 tap`; nil where there is nothing.
    public let gesture: String?

    /// Creates a hint.
    public init(_ text: String = "", gesture: String? = nil) {
        self.text = text
        self.gesture = gesture
    }
}
