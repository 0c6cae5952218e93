internal import Glibc

/// A descriptor that is readable from a moment on, to wake a thread that polls.
///
/// Its time goes on while the machine sleeps: what was due in the meantime is
/// readable at once when the machine wakes. The timeout of `poll` stands still instead. It's open until `close()`: should other
/// code close its descriptor, the number may soon be another file's.
@MainActor final class WakeUpTimer {
    private let descriptor: Descriptor
    private var deadline: BootTime?

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
        if let deadline, deadline <= .now { return }
        deadline = BootTime(nanoseconds: 0)
    }

    /// Sets the moment; with nil, the descriptor doesn't become readable.
    ///
    /// Returns false if other code has closed the descriptor, or put another file in its place.
    func set(_ deadline: BootTime?) -> Bool {
        guard deadline != self.deadline else { return true }
        self.deadline = deadline
        var time = itimerspec()
        if let deadline {
            // A time of zero would mean never.
            let (seconds, nanoseconds) = max(1, deadline.nanoseconds).quotientAndRemainder(dividingBy: 1_000_000_000)
            time.it_value = timespec(tv_sec: Int(seconds), tv_nsec: Int(nanoseconds))
        }
        return timerfd_settime(number, isAbsolute, &time, nil) == 0
    }

    /// `TFD_TIMER_ABSTIME`.
    private let isAbsolute: Int32 = 1
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
