internal import Glibc

/// A descriptor that is readable from a moment on, to wake a thread that polls.
///
/// Its time goes on while the machine sleeps, as that of `ContinuousClock`: what
/// was due in the meantime is readable at once when the machine wakes. The
/// timeout of `poll` stands still instead. It's open until `close()`: should other
/// code close its descriptor, the number may soon be another file's.
@MainActor final class WakeUpTimer {
    private let descriptor: Descriptor
    private var deadline: ContinuousClock.Instant?

    init() throws(SystemError) {
        let number = timerfd_create(CLOCK_BOOTTIME, O_NONBLOCK | O_CLOEXEC)
        guard number >= 0 else { throw .last }
        descriptor = Descriptor(number)
    }

    var number: Int32 { descriptor.number }

    func close() {
        descriptor.close()
    }

    /// Forgets the moment if it hasn't come, although the descriptor is readable: then it's another file's.
    func doubt() {
        if deadline.map({ $0 > .now }) ?? true { deadline = .now - .seconds(1) }
    }

    /// Sets the moment; with nil, the descriptor doesn't become readable.
    ///
    /// Returns false if other code has closed the descriptor, or put another file in its place.
    func set(_ deadline: ContinuousClock.Instant?) -> Bool {
        guard deadline != self.deadline else { return true }
        self.deadline = deadline
        var time = itimerspec()
        // A time of zero would mean never.
        if let deadline { time.it_value = timespec(max(.nanoseconds(1), deadline - .now)) }
        return timerfd_settime(number, 0, &time, nil) == 0
    }
}

extension timespec {
    /// Rounds up: a wait that ends too early would take one more turn.
    fileprivate init(_ duration: Duration) {
        let (seconds, attoseconds) = duration.components
        let nanoseconds = (attoseconds + 999_999_999) / 1_000_000_000
        self.init(tv_sec: Int(seconds) + Int(nanoseconds / 1_000_000_000), tv_nsec: Int(nanoseconds % 1_000_000_000))
    }
}

// The C library has both, but no module of the toolchain shows their header to Swift. With plain arguments
// and plain results, the calling conventions agree.
@_silgen_name("timerfd_create")
private func timerfd_create(_ clock: clockid_t, _ flags: Int32) -> Int32

@_silgen_name("timerfd_settime")
private func timerfd_settime(
    _ descriptor: Int32,
    _ flags: Int32,
    _ new: UnsafePointer<itimerspec>,
    _ old: UnsafeMutablePointer<itimerspec>?
) -> Int32
