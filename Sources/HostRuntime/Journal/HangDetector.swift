/// Decides when the main thread has stopped answering, from repeated looks at it; a pure value.
struct HangDetector {
    /// The time without progress after which the main thread counts as hung.
    static let limit = Duration.seconds(2)

    /// The time between two looks after which the earlier one says nothing.
    static let longestPause = Duration.seconds(1)

    /// The number of looks at an idle thread after which there is nothing more to look for.
    static let idleLooks = 4

    /// The state of the main thread at one look.
    struct Look: Hashable {
        /// The time on the monotonic clock.
        let time: Duration
        /// The number of turns that the main thread has begun.
        let turn: UInt64
        /// The start of the outermost call of a plugin's code; nil when none runs.
        var call: UInt64?
        /// Whether the main thread waits for something to do.
        var isIdle = false
    }

    /// The conclusion from a look.
    enum Finding: Hashable {
        /// The main thread answers, as far as is known.
        case answers
        /// The main thread hasn't answered for a while.
        case hangs(Duration)
        /// The main thread answers again, after a while.
        case answersAgain(after: Duration)
        /// The main thread has been idle for some looks.
        case rests
    }

    private var last: Look?
    /// The time of the first look since which the main thread hasn't moved.
    private var since = Duration.zero
    private var isHung = false
    private var idle = 0

    /// Returns the conclusion from the next look.
    mutating func handle(_ look: Look) -> Finding {
        let isStuck = !look.isIdle && look.turn == last?.turn && look.call == last?.call
        idle = look.isIdle && look.turn == last?.turn ? idle + 1 : 0
        defer { last = look }
        // The watching thread may have been stopped itself.
        if let last, look.time - last.time > HangDetector.longestPause { since = look.time }
        guard !isStuck else {
            let time = look.time - since
            guard time >= HangDetector.limit else { return .answers }
            isHung = true
            return .hangs(time)
        }
        defer { since = look.time }
        if isHung {
            isHung = false
            return .answersAgain(after: look.time - since)
        }
        return idle >= HangDetector.idleLooks ? .rests : .answers
    }
}
