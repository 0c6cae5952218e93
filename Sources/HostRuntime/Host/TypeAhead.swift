/// Input that was typed ahead of the program, as a pure value that returns what to deliver.
///
/// The program acts on one input at a time. The inputs after it wait in order,
/// so that they reach the window that it opens.
struct TypeAhead: Hashable, Sendable {
    /// The most inputs that wait; with one more, the oldest is passed on without waiting.
    static let limit = 4096

    private var waiting: [HostInput] = []
    // The inputs before it have been delivered; they are removed many at a time.
    private var next = 0

    /// Whether an input is being acted on, so that others wait.
    private(set) var isHeld = false

    /// Whether no input waits.
    var isEmpty: Bool { next == waiting.count }

    /// Adds an input, and returns the one to deliver at once, if any.
    ///
    /// An input that ends or stops the program goes first and drops those that
    /// wait, as a terminal's own line editing does: they were meant for windows
    /// that are no longer in front.
    mutating func add(_ input: HostInput) -> HostInput? {
        if input.isUrgent {
            waiting = []
            next = 0
            return input
        }
        guard isHeld else {
            isHeld = true
            return input
        }
        waiting.append(input)
        return waiting.count - next > TypeAhead.limit ? pop() : nil
    }

    /// Ends the wait for the input that was delivered last, and returns the next one to deliver.
    mutating func advance() -> HostInput? {
        guard !isEmpty else {
            isHeld = false
            return nil
        }
        return pop()
    }

    private mutating func pop() -> HostInput {
        let input = waiting[next]
        next += 1
        if isEmpty || next == TypeAhead.limit {
            waiting.removeFirst(next)
            next = 0
        }
        return input
    }
}
