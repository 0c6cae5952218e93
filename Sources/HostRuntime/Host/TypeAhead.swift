/// Input that was typed ahead of what the program has acted on; a pure value that says what is delivered when.
///
/// One input at a time is acted on. What comes meanwhile waits, in order, so
/// that it reaches the window that the one before has opened.
struct TypeAhead: Hashable, Sendable {
    /// The most that waits; with more, the oldest goes on without waiting.
    static let limit = 4096

    private var waiting: [HostInput] = []
    // Before it everything is delivered; the array is cut when that is all of it, or much.
    private var next = 0

    /// Whether an input is being acted on, so that others wait.
    private(set) var isHeld = false

    /// Whether nothing waits.
    var isEmpty: Bool { next == waiting.count }

    /// Adds input; returns what is delivered at once, if anything is.
    ///
    /// What ends or stops the program goes first, and what waited is dropped,
    /// as a terminal's own line does it: it was meant for windows that the
    /// person no longer has in front.
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

    /// Goes on because the input before has been acted on; returns what is delivered now.
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
