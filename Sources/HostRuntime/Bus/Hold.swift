/// Makes the poster of a "will" message wait until it ends, is released, or runs over its time.
public final class Hold: Sendable {
    private let set: HoldSet
    /// Nil when the hold came too late.
    private let id: Int?

    init(set: HoldSet, id: Int?) {
        self.set = set
        self.id = id
    }

    deinit {
        end()
    }

    /// Whether the poster still waits for it; false when it ended, ran over or came too late.
    public var isPending: Bool {
        id.map(set.isPending) ?? false
    }

    /// Ends the hold, once; from any thread.
    public func end() {
        if let id { set.end(id) }
    }
}
