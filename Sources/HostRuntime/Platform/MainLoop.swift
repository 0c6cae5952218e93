internal import Glibc

/// The loop of the main thread, which waits for descriptors, times and the main queue.
///
/// One `poll` waits for all of them, so that a tick of a timer or a key wakes
/// this thread and no other. In a process whose main thread someone else runs,
/// such as a test's, watches and timers use Dispatch instead.
@MainActor enum MainLoop {
    /// Whether `MainThread` runs the main actor, and so calls `wait`.
    static var isRunning: Bool { alarm != nil }

    private static var alarm: WakeUpTimer?
    private static var watches: [DescriptorWatch] = []
    private static var timers: [LoopTimer] = []

    /// Prepares for the first call of `wait`.
    ///
    /// In a process without a free descriptor, watches and timers go on using Dispatch.
    static func start() {
        alarm = try? WakeUpTimer()
    }

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
        let ready = withUnsafeTemporaryAllocation(of: pollfd.self, capacity: waiting.count + 2) { polled in
            polled.initializeElement(at: 0, to: pollfd(fd: queue.number, events: Int16(POLLIN), revents: 0))
            polled.initializeElement(at: 1, to: pollfd(fd: alarm?.number ?? -1, events: Int16(POLLIN), revents: 0))
            for (index, watch) in waiting.enumerated() {
                polled.initializeElement(at: index + 2, to: pollfd(fd: watch.number, events: watch.events, revents: 0))
            }
            sleep(polled)
            if polled[0].revents != 0 { consumeWakeUp(of: queue, polled[0].revents) }
            if polled[1].revents != 0 { alarm?.doubt() }
            return zip(waiting, polled.dropFirst(2)).filter { $1.revents != 0 }.map { ($0, $1.revents) }
        }
        for (watch, events) in ready { watch.handleReadiness(isOpen: events & Int16(POLLNVAL) == 0) }
        fireTimers()
    }

    /// Called each time before the main thread sleeps, when it has nothing left to do.
    static var willSleep: (@MainActor () -> Void)?

    private static func sleep(_ polled: UnsafeMutableBufferPointer<pollfd>) {
        willSleep?()
        Watchdog.beginIdle()
        defer { Watchdog.endIdle() }
        let deadline = timers.lazy.map(\.deadline).min()
        if alarm?.set(deadline) == false {
            replaceAlarm()
            _ = alarm?.set(deadline)
            polled[1].fd = alarm?.number ?? -1
        }
        // A signal may end it early, with nothing ready.
        poll(polled.baseAddress, nfds_t(polled.count), -1)
    }

    /// Opens the timer again after other code has closed its descriptor, whose number may be another file's now.
    private static func replaceAlarm() {
        guard let new = try? WakeUpTimer() else { exit(ExitStatus.software.rawValue) }
        alarm = new
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
