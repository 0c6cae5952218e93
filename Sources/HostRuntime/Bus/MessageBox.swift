/// A copy of a message with its type erased.
///
/// Sticky values and letters to the main actor are kept in boxes. A box is
/// filled before others can reach it, and emptied only when one holder is left.
class MessageBox: @unchecked Sendable {  // Reason: see above; `owner` and the value never change while shared.
    /// The owner of the post.
    fileprivate(set) final var owner: Owner

    fileprivate init(owner: Owner) {
        self.owner = owner
    }

    /// Calls the body with the address of the message.
    func withMessage(_ body: (UnsafeRawPointer) -> Void) {}

    /// Copies a message into an empty box.
    func fill(from message: UnsafeRawPointer, owner: Owner) {}

    /// Releases the message; the caller must be the only one with a reference.
    func empty() {}
}

/// A box for messages of one type.
final class TypedMessageBox<M: Sendable>: MessageBox, @unchecked Sendable {  // Reason: as its superclass.
    private var message: M?

    init(copying message: UnsafeRawPointer, owner: Owner) {
        self.message = message.assumingMemoryBound(to: M.self).pointee
        super.init(owner: owner)
    }

    var value: M? {
        message
    }

    override func withMessage(_ body: (UnsafeRawPointer) -> Void) {
        guard let message else { return }
        withUnsafePointer(to: message) { body(UnsafeRawPointer($0)) }
    }

    override func fill(from message: UnsafeRawPointer, owner: Owner) {
        self.message = message.assumingMemoryBound(to: M.self).pointee
        self.owner = owner
    }

    override func empty() {
        message = nil
        owner = .host
    }
}
