/// The messages of one type as an asynchronous sequence, in the order of their posts.
///
/// It's registered from its creation, so no message before the first `next()` is
/// missed. Each sequence gets every message; the iterators of one sequence share
/// its messages. The sequence ends when it's cancelled, which discards the
/// buffered messages; when its bus is released, after the buffered messages; and
/// for a task that is cancelled, which leaves the buffered messages to other tasks.
/// Releasing the sequence cancels it.
public final class MessageSequence<Message: Sendable>: AsyncSequence, Sendable {
    private let buffer: MessageBuffer

    /// The registration, which doesn't keep the sequence.
    package let subscription: Subscription

    init(buffer: MessageBuffer, subscription: Subscription) {
        self.buffer = buffer
        self.subscription = subscription
    }

    deinit {
        subscription.cancel()
    }

    /// The number of messages that were dropped because the buffer was full.
    public var droppedCount: Int {
        buffer.droppedCount
    }

    /// Ends the sequence at once, for every iterator.
    public func cancel() {
        subscription.cancel()
    }

    /// Returns an iterator, which keeps the sequence registered.
    public func makeAsyncIterator() -> Iterator {
        Iterator(sequence: self, buffer: buffer)
    }

    /// An iterator that removes messages from the sequence.
    public struct Iterator: AsyncIteratorProtocol {
        // Keeps the sequence, which ends when it's released.
        private let sequence: MessageSequence
        private let buffer: MessageBuffer

        fileprivate init(sequence: MessageSequence, buffer: MessageBuffer) {
            self.sequence = sequence
            self.buffer = buffer
        }

        /// Returns the next message; nil at the end.
        public mutating func next() async -> Message? {
            await next(isolation: #isolation)
        }

        /// Returns the next message; nil at the end.
        public mutating func next(isolation actor: isolated (any Actor)?) async -> Message? {
            // Not after a wait: the post that has woken this task has woken no other one for its message.
            if Task.isCancelled { return nil }
            repeat {
                // Reason for the trap: the topic of the sequence has messages of no other type.
                if let message = buffer.take() { return (message as! Message) }
            } while await buffer.wait(isolation: actor)
            return nil
        }
    }
}

/// The messages that a sequence keeps until its consumer asks for them.
///
/// A limit below 1 counts as 1.
public enum BufferPolicy: Hashable, Sendable {
    /// The newest messages: a full buffer drops its oldest one.
    case newest(Int)
    /// The oldest messages: a full buffer drops the new one.
    case oldest(Int)
    /// Every message.
    case unbounded
}
