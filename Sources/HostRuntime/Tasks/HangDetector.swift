/// Decides when the main thread has stopped answering, from repeated looks at it; a pure value.
struct HangDetector {
    /// The time without progress after which the main thread counts as hung.
    static let limit = Duration.seconds(2)

    /// The shortest time between two looks, which is that between looks at a hang.
    static let pause = Duration.milliseconds(250)

    /// The delay of a sample after which what was seen before says nothing.
    static let longestDelay = Duration.seconds(1)

    /// The time for which the main thread is idle before there is nothing more to look for.
    static let restingTime = Duration.seconds(1)

    /// The state of the main thread at one sample; all times are on one clock.
    struct Sample: Hashable {
        /// The time of the sample.
        let time: Duration
        /// The time at which the newest turn began.
        let turn: Duration
        /// Whether the main thread waits for something to do.
        var isIdle = false
        /// The time since which each turn has left jobs to the next one; nil if the last one left none.
        var busySince: Duration?
    }

    /// The conclusion from a sample.
    enum Finding: Hashable {
        /// The main thread answers, as far as is known.
        case answers
        /// The main thread hasn't answered for a while.
        case hangs(Duration)
        /// The main thread answers, but hasn't finished its jobs for a while.
        case isBusy(Duration)
        /// The main thread answers again, or has finished its jobs, after a while.
        case answersAgain(after: Duration)
        /// The main thread has been idle for a while.
        case rests
    }

    /// The time of the next sample: a hang that may have begun by now has lasted for the limit then.
    private(set) var nextSampleTime: Duration

    private var last: Sample?
    /// The time since which the main thread hasn't moved, as far as is known.
    private var since: Duration
    private var isHung = false
    /// The time since which the main thread has been found busy; nil if it hasn't.
    private var busySince: Duration?

    /// Creates a detector that has seen nothing.
    init(at time: Duration) {
        since = time
        nextSampleTime = time + HangDetector.limit
    }

    /// Returns the conclusion from the next sample.
    mutating func handle(_ sample: Sample) -> Finding {
        // A turn of many short calls answers as little as one long call.
        let isStuck = !sample.isIdle && sample.turn == last?.turn
        // The watching thread may have been stopped itself.
        let isLate = sample.time - nextSampleTime > HangDetector.longestDelay
        let previous = since
        if isLate || sample.isIdle {
            since = sample.time
        } else if !isStuck {
            since = sample.turn
        }
        last = sample
        let time = sample.time - since
        nextSampleTime = sample.time + max(HangDetector.pause, HangDetector.limit - time)
        if isStuck {
            guard time >= HangDetector.limit else { return .answers }
            isHung = true
            return .hangs(time)
        }
        if let begin = sample.busySince {
            let time = sample.time - begin
            nextSampleTime = sample.time + max(HangDetector.pause, HangDetector.limit - time)
            // The end of a hang is told first.
            if time >= HangDetector.limit, !isHung {
                busySince = begin
                return .isBusy(time)
            }
        }
        if isHung || busySince != nil {
            let begin = busySince ?? previous
            (isHung, busySince) = (false, nil)
            return .answersAgain(after: sample.time - begin)
        }
        return sample.isIdle && sample.time - sample.turn >= HangDetector.restingTime ? .rests : .answers
    }
}
