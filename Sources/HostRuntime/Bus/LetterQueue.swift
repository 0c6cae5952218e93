/// The letters to the main actor, first in, first out.
///
/// A letter is a message for the observers of its topic, or the sticky value for a
/// new observer. Its message is a copy in memory that all letters share.
struct LetterQueue: ~Copyable, @unchecked Sendable {  // Reason: it alone refers to its messages.
    private struct Letter {
        let topic: Unmanaged<Topic>
        /// The copied message; nil stands for the sticky value for the next of the new observers.
        let message: UnsafeMutableRawPointer?
        /// The last observer in registration order that gets the message.
        let lastOrder: UInt64
    }

    /// A weak reference, so that a letter doesn't keep what its observer captured.
    private struct NewObserver {
        weak let observer: Observer?
    }

    /// The number of letters whose memory is kept.
    private static let spareLimit = 1024

    private var letters: [Letter] = []
    /// The number of letters that were delivered.
    private var delivered = 0
    private var newObservers = RingBuffer<NewObserver>()
    private var messages = MessageBlocks()
    /// The topics of the letters, each once, so that they live as long as these.
    private var topics: [Topic] = []

    /// The number of letters that wait for their delivery.
    var count: Int { letters.count - delivered }

    var isEmpty: Bool { count == 0 }

    deinit {
        for letter in letters[delivered...] { release(letter) }
    }

    // MARK: - Adding

    /// Adds a copy of a message; the burst's number is that of all letters in the queue.
    mutating func append(_ message: UnsafeRawPointer, of topic: Topic, inBurst burst: UInt64, upTo lastOrder: UInt64) {
        keep(topic, inBurst: burst)
        let copy = messages.add(message, topic.layout)
        letters.append(Letter(topic: .passUnretained(topic), message: copy, lastOrder: lastOrder))
    }

    /// Adds the sticky value for a new observer.
    mutating func append(replayTo observer: Observer, of topic: Topic, inBurst burst: UInt64) {
        keep(topic, inBurst: burst)
        newObservers.append(NewObserver(observer: observer))
        letters.append(Letter(topic: .passUnretained(topic), message: nil, lastOrder: 0))
    }

    private mutating func keep(_ topic: Topic, inBurst burst: UInt64) {
        if topic.markLetter(inBurst: burst) { topics.append(topic) }
    }

    // MARK: - Delivering

    /// Delivers the oldest letter, if there is one, and releases its message.
    @MainActor mutating func deliverNext() {
        guard delivered < letters.count else { return }
        let letter = letters[delivered]
        delivered += 1
        letter.topic._withUnsafeGuaranteedRef { topic in
            if let message = letter.message {
                topic.deliver(message, upTo: letter.lastOrder)
            } else if let observer = newObservers.popFirst()?.observer {
                topic.replayWaiting(to: observer)
            }
        }
        release(letter)
    }

    /// Forgets the letters, which were all delivered, and keeps some memory for the next ones.
    mutating func removeAll() {
        letters.removeAll(keepingCapacity: letters.count <= Self.spareLimit)
        delivered = 0
        messages.removeAll()
        topics.removeAll(keepingCapacity: true)
    }

    private func release(_ letter: Letter) {
        guard let message = letter.message else { return }
        letter.topic._withUnsafeGuaranteedRef { $0.layout.destroy(message) }
    }
}
