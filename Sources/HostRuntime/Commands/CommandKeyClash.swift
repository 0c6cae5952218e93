/// A key that several commands want.
public struct CommandKeyClash: Hashable, Sendable {
    /// The key.
    public let key: KeyEvent

    /// The id of the command that the key runs: the first that wanted it.
    public let holder: String

    /// The ids of the others, in the order in which they get the key when those before them go.
    public let others: [String]
}
