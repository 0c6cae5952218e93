internal import Glibc

/// The loop of the main thread, which waits for descriptors, times and the main queue.
///
/// One `ppoll` waits for all of them, so that a tick of a timer or a key wakes
/// this thread and no other. In a process whose main thread someone else runs,
/// such as a test's, watches and timers use Dispatch instead.
@MainActor enum MainLoop {
    /// Whether `MainThread` runs the main actor, and so calls `wait`.
    static var isRunning = false

    private static var watches: [DescriptorWatch] = []
    private static var timers: [LoopTimer] = []

    static func add(_ watch: DescriptorWatch) {
        watches.append(watch)
    }

    static func remove(_ watch: DescriptorWatch) {
        watches.removeAll { $0 === watch }
    }

    /// Adds a timer, which has a deadline; it leaves the loop when it fires.
    static func add(_ timer: LoopTimer) {
        timers.append(timer)
    }

    static func remove(_ timer: LoopTimer) {
        timers.removeAll { $0 === timer }
    }

    // MARK: - Waiting

    /// Waits until something happens and handles it, except for the main queue's work.
    ///
    /// Uses no time while nothing happens. Each watch and each timer is handled at
    /// most once.
    static func wait(with queue: Descriptor) {
        let waiting = watches
        let ready = withUnsafeTemporaryAllocation(of: pollfd.self, capacity: waiting.count + 1) { polled in
            polled.initializeElement(at: 0, to: pollfd(fd: queue.number, events: Int16(POLLIN), revents: 0))
            for (index, watch) in waiting.enumerated() {
                polled.initializeElement(at: index + 1, to: pollfd(fd: watch.number, events: watch.events, revents: 0))
            }
            sleep(polled)
            if polled[0].revents != 0 { consumeWakeUp(of: queue, polled[0].revents) }
            return zip(waiting, polled.dropFirst()).filter { $1.revents != 0 }.map { ($0, $1.revents) }
        }
        for (watch, events) in ready { watch.handleReadiness(isOpen: events & Int16(POLLNVAL) == 0) }
        fireTimers()
    }

    private static func sleep(_ polled: UnsafeMutableBufferPointer<pollfd>) {
        Watchdog.beginIdle()
        defer { Watchdog.endIdle() }
        // A signal may end it early, with nothing ready.
        if let deadline = timers.lazy.map(\.deadline).min() {
            var rest = timespec(max(.zero, deadline - .now))
            ppoll(polled.baseAddress, nfds_t(polled.count), &rest, nil)
        } else {
            ppoll(polled.baseAddress, nfds_t(polled.count), nil, nil)
        }
    }

    private static func consumeWakeUp(of queue: Descriptor, _ events: Int16) {
        // Other code closed the queue's descriptor, and nothing would wake the main actor again.
        if events & Int16(POLLNVAL) != 0 { exit(ExitStatus.software.rawValue) }
        var count: UInt64 = 0
        _ = withUnsafeMutableBytes(of: &count) { queue.read(into: $0) }
    }

    private static func fireTimers() {
        guard !timers.isEmpty else { return }
        let now = ContinuousClock.now
        for timer in timers where timer.deadline <= now { timer.fire() }
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

// The C library has it, but its header hides it from Swift. With plain arguments and a plain result, the
// calling conventions agree.
@_silgen_name("ppoll")
@discardableResult
private func ppoll(
    _ descriptors: UnsafeMutablePointer<pollfd>?,
    _ count: nfds_t,
    _ timeout: UnsafePointer<timespec>?,
    _ mask: UnsafePointer<sigset_t>?
) -> Int32
