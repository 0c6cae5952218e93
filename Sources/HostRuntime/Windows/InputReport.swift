/// The route of a person's input, for tools that show which window and view took it.
public struct InputReport: Hashable, Sendable {
    /// The input in words, such as `ctrl-s` or `touch at (3, 4)`; a key in a secret field is only `a key`.
    public let input: String

    /// The window that was asked; nil if there was none.
    public let window: WindowInfo?

    /// The class of the view that used the input; nil if none did, or the window itself did.
    public let view: String?

    /// Whether the window used the input.
    public let isUsed: Bool

    /// The id of the command that the key runs because no window used it; nil if there is none.
    public internal(set) var command: String?

    /// The key, for the command that it may run.
    let key: KeyEvent?
}

/// An observer of the input and where it goes.
@MainActor final class InputObserver {
    let body: @MainActor (InputReport) -> Void

    init(_ body: @escaping @MainActor (InputReport) -> Void) {
        self.body = body
    }
}
