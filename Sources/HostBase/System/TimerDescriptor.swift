internal import Glibc

/// A descriptor that is readable from a moment of the system's clock on (`CLOCK_BOOTTIME`); a plain value.
///
/// Nobody sets that clock, and it runs while the machine sleeps. Setting a moment
/// is async-signal-safe, and never touches the data of another file.
package struct TimerDescriptor: Hashable, Sendable {
    package let descriptor: Descriptor

    /// Creates a timer without a moment, which child processes don't inherit.
    ///
    /// Its number is at least `lowest`, if the system allows as many. Timers for
    /// different purposes stay far apart: after other code has closed several, a new
    /// one must not get the number that another purpose still uses.
    package init(above lowest: Int32 = 3) throws(SystemError) {
        let number = timerfd_create(CLOCK_BOOTTIME, O_NONBLOCK | O_CLOEXEC)
        guard number >= 0 else { throw .last }
        let first = Descriptor(number)
        if number < lowest, let moved = try? first.duplicate(above: lowest) {
            first.close()
            descriptor = moved
        } else {
            descriptor = first
        }
    }

    /// Creates a timer from the number of one that is open.
    package init(_ descriptor: Descriptor) {
        self.descriptor = descriptor
    }

    /// Sets the moment; with nil, the descriptor doesn't become readable.
    ///
    /// Returns false if other code has closed the descriptor, or put another file in its place.
    package func set(_ deadline: BootTime?) -> Bool {
        var time = itimerspec()
        if let deadline {
            // A time of zero would mean never.
            let nanoseconds = max(1, deadline.nanoseconds)
            time.it_value = timespec(
                tv_sec: Int(nanoseconds / 1_000_000_000),
                tv_nsec: Int(nanoseconds % 1_000_000_000)
            )
        }
        return timerfd_settime(descriptor.number, isAbsolute, &time, nil) == 0
    }

    /// `TFD_TIMER_ABSTIME`.
    private var isAbsolute: Int32 { 1 }
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
