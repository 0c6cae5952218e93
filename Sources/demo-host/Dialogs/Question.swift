import HostRuntime

/// A question that is on the screen, and what is done when the answer is yes.
@MainActor struct Question {
    let dialog: Dialog

    /// Does what was asked about, and returns what to say.
    let action: @MainActor () throws -> String?

    /// Whether it still waits for its answer.
    var isOpen: Bool { !dialog.closed.isOpen }
}
