/// The messages of one type as an asynchronous sequence, in the order of their posts.
///
/// It is registered from its creation, so nothing is missed before the first
/// `next()`. Each sequence gets every message; the iterators of one sequence
/// share its messages among them. It ends when it is cancelled, and then
/// discards what was not taken; when its bus is released, after the rest was
/// taken; and for a task that is cancelled. Releasing it cancels it.
public final class MessageSequence<Message: Sendable>: AsyncSequence, Sendable {
    private let buffer: MessageBuffer<Message>

    /// Its registration, for an owner to keep; it does not keep the sequence.
    public let subscription: Subscription

    init(buffer: MessageBuffer<Message>, subscription: Subscription) {
        self.buffer = buffer
        self.subscription = subscription
    }

    deinit {
        subscription.cancel()
    }

    /// How many messages were dropped because nobody took them in time.
    public var droppedCount: Int {
        buffer.droppedCount
    }

    /// Ends the sequence at once, for every iterator.
    public func cancel() {
        subscription.cancel()
    }

    /// Makes an iterator, which keeps the sequence registered.
    public func makeAsyncIterator() -> Iterator {
        Iterator(sequence: self, buffer: buffer)
    }

    /// Takes messages out of the sequence.
    public struct Iterator: AsyncIteratorProtocol {
        /// Kept, because a sequence that is released ends.
        private let sequence: MessageSequence
        private let buffer: MessageBuffer<Message>

        fileprivate init(sequence: MessageSequence, buffer: MessageBuffer<Message>) {
            self.sequence = sequence
            self.buffer = buffer
        }

        /// The next message; nil at the end.
        public mutating func next() async -> Message? {
            await buffer.next(isolation: #isolation)
        }

        /// The next message; nil at the end.
        public mutating func next(isolation actor: isolated (any Actor)?) async -> Message? {
            await buffer.next(isolation: actor)
        }
    }
}
