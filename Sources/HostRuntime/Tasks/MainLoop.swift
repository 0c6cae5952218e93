internal import Dispatch
internal import Glibc

/// The loop of the main thread, which waits for descriptors, times and the main queue.
///
/// One `poll` waits for all of them, so that a tick of a timer or a key wakes
/// this thread and no other. In a process whose main thread someone else runs,
/// such as a test's, watches and timers use Dispatch instead.
///
/// The code of each turn avoids closures where that is as clear: each closure
/// checks the executor again, which costs more than the rest of a turn.
@MainActor final class MainLoop {
    /// The loop for watches and timers; nil where `MainThread` doesn't run the main actor.
    private(set) static var running: MainLoop?

    private var alarm: WakeUpTimer?
    private var watches: [DescriptorWatch] = []
    private var timers: [LoopTimer] = []

    /// The entries of `poll`: the main queue's, the alarm's, and one for each watch; empty if they must be made.
    private var polled: [pollfd] = []

    /// The descriptors without which the program can't go on.
    ///
    /// Each turn looks at them, so that the code that ran last is to blame for a loss.
    var essentials: [KnownDescriptor] = []
    private var queue: KnownDescriptor?

    /// Called each time before the main thread sleeps, when it has nothing left to do.
    var willSleep: (@MainActor () -> Void)?

    /// Makes the main thread's loop.
    ///
    /// In a process without a free descriptor, watches and timers use Dispatch instead.
    static func start() -> MainLoop {
        let loop = MainLoop()
        if loop.alarm != nil { running = loop }
        return loop
    }

    private init() {
        alarm = try? WakeUpTimer()
    }

    func add(_ watch: DescriptorWatch) {
        watches.append(watch)
        polled = []
    }

    func remove(_ watch: DescriptorWatch) {
        watches.removeAll { $0 === watch }
        polled = []
    }

    /// Adds a timer, which stays until it's removed or has no deadline any more.
    func add(_ timer: LoopTimer) {
        for known in timers where known === timer { return }
        timers.append(timer)
    }

    func remove(_ timer: LoopTimer) {
        timers.removeAll { $0 === timer }
    }

    // MARK: - Waiting

    /// Waits until something happens and handles it, except for the main queue's work; doesn't wait while jobs do.
    ///
    /// Uses no time while nothing happens. Each watch and each timer is handled at
    /// most once, input before timers.
    func wait(with queue: Descriptor, hasJobs: Bool) {
        checkDescriptors(queue)
        if !hasJobs { willSleep?() }
        let deadline = earliestDeadline
        let isDue = if let deadline { deadline <= .now } else { false }
        if polled.isEmpty { makeEntries(for: queue) }
        if !isDue, !hasJobs { setAlarm(deadline) }
        let waiting = watches
        var ready = sleep(isDue || hasJobs ? 0 : -1)
        if polled[0].revents != 0 {
            ready -= 1
            consumeWakeUp(of: queue)
        }
        if polled[1].revents != 0 {
            ready -= 1
            alarm?.doubt()
        }
        if ready > 0 { handle(waiting, polled) }
        fireTimers()
    }

    private func checkDescriptors(_ queue: Descriptor) {
        if self.queue == nil { self.queue = KnownDescriptor(queue) }
        if self.queue?.isIntact == false { LostDescriptor.endProgram() }
        for descriptor in essentials where !descriptor.isIntact { LostDescriptor.endProgram() }
    }

    private func makeEntries(for queue: Descriptor) {
        polled = [
            pollfd(fd: queue.number, events: Int16(POLLIN), revents: 0),
            pollfd(fd: alarm?.number ?? -1, events: Int16(POLLIN), revents: 0),
        ]
        polled += watches.map { pollfd(fd: $0.number, events: $0.events, revents: 0) }
    }

    /// Sleeps until something happens, at most for a timeout of `poll`, and returns the number of entries that are ready.
    private func sleep(_ timeout: Int32) -> Int32 {
        Watchdog.beginIdle()
        defer { Watchdog.endIdle() }
        let ready = polled.withUnsafeMutableBufferPointer { Descriptor.poll($0, within: timeout) }
        // A signal has ended it early, with nothing ready.
        if ready < 0 { for index in polled.indices { polled[index].revents = 0 } }
        return ready
    }

    /// The earliest of the timers' deadlines.
    private var earliestDeadline: BootTime? {
        var earliest: BootTime?
        for timer in timers {
            if let deadline = timer.deadline { earliest = min(deadline, earliest ?? deadline) }
        }
        return earliest
    }

    private func setAlarm(_ deadline: BootTime?) {
        guard alarm?.set(deadline) == false else { return }
        replaceAlarm()
        _ = alarm?.set(deadline)
        polled[1].fd = alarm?.number ?? -1
    }

    /// Opens the timer again after other code has closed its descriptor, whose number may be another file's now.
    private func replaceAlarm() {
        guard let new = try? WakeUpTimer() else { LostDescriptor.endProgram() }
        alarm = new
    }

    private func consumeWakeUp(of queue: Descriptor) {
        var count: UInt64 = 0
        _ = withUnsafeMutableBytes(of: &count) { queue.read(into: $0) }
    }

    private func handle(_ watches: [DescriptorWatch], _ polled: [pollfd]) {
        for (watch, entry) in zip(watches, polled.dropFirst(2)) where entry.revents != 0 {
            watch.handleReadiness()
        }
    }

    private func fireTimers() {
        guard !timers.isEmpty else { return }
        let now = BootTime.now
        var isSpent = false
        for timer in timers {
            if let deadline = timer.deadline, deadline <= now { timer.fire() }
            isSpent = isSpent || timer.deadline == nil
        }
        if isSpent { timers.removeAll { $0.deadline == nil } }
    }
}

/// A time at which the main actor calls a closure, which may be changed at any time.
@MainActor final class LoopTimer {
    /// The time; nil while none is set.
    private(set) var deadline: BootTime?

    private var act: (@MainActor () -> Void)?
    private var source: (any DispatchSourceTimer)?

    /// Sets the closure and the delay after which it's called once, in place of the ones before; never calls it here.
    func set(after delay: Duration, _ act: @escaping @MainActor () -> Void) {
        set(at: .now + delay, act)
    }

    /// Sets the closure and the time at which it's called once, in place of the ones before; never calls it here.
    func set(at deadline: BootTime, _ act: @escaping @MainActor () -> Void) {
        self.deadline = deadline
        self.act = act
        if let loop = MainLoop.running {
            loop.add(self)
        } else {
            cancelSource()
            let nanoseconds = max(.zero, deadline - .now).attoseconds / 1_000_000_000
            let source = DispatchSource.makeTimerSource(queue: .main)
            source.schedule(deadline: .now() + .nanoseconds(Int(min(nanoseconds, Int128(Int.max / 2)))))
            source.setEventHandler { [weak self] in MainActor.assumeIsolated { self?.fire() } }
            source.activate()
            self.source = source
        }
    }

    /// Forgets the closure.
    func cancel() {
        guard deadline != nil else { return }
        deadline = nil
        act = nil
        cancelSource()
        MainLoop.running?.remove(self)
    }

    /// Calls the closure, if it's still wanted.
    func fire() {
        guard let act else { return }
        deadline = nil
        self.act = nil
        cancelSource()
        act()
    }

    private func cancelSource() {
        guard source != nil else { return }
        source?.cancel()
        source = nil
    }
}

/// Calls a closure on the main actor whenever a descriptor is ready for reading, or for writing.
///
/// Nothing wakes the program while the descriptor isn't ready. It lasts until it's
/// cancelled.
@MainActor final class DescriptorWatch {
    private let known: KnownDescriptor
    private let readiness: Descriptor.Readiness
    private var act: (@MainActor () -> Void)?
    private var source: (any DispatchSourceProtocol)?

    /// Begins to watch a descriptor, which may be closed at any time after `cancel()`.
    init(
        _ descriptor: Descriptor,
        for readiness: Descriptor.Readiness = .reading,
        _ act: @escaping @MainActor () -> Void
    ) throws(SystemError) {
        known = KnownDescriptor(descriptor)
        self.readiness = readiness
        self.act = act
        if let loop = MainLoop.running {
            loop.add(self)
        } else {
            source = try makeSource()
        }
    }

    /// Ends the watch; the closure isn't called any more.
    func cancel() {
        act = nil
        source?.cancel()
        source = nil
        MainLoop.running?.remove(self)
    }

    // MARK: - In the main loop

    var number: Int32 { known.descriptor.number }

    /// The events to poll for.
    var events: Int16 { Int16(readiness == .reading ? POLLIN : POLLOUT) }

    /// Calls the closure; ends the watch if other code has closed or replaced the descriptor, which might never rest.
    func handleReadiness() {
        let act = act
        if !known.isIntact { cancel() }
        act?()
    }

    // MARK: - With Dispatch

    private func makeSource() throws(SystemError) -> any DispatchSourceProtocol {
        // A source releases its descriptor some time after it was cancelled. Until then the number must not be used
        // again, or Dispatch would mistake the next file for this one: hence a duplicate that only the source closes.
        let own = try known.descriptor.duplicate()
        let source: any DispatchSourceProtocol =
            switch readiness {
            case .reading: DispatchSource.makeReadSource(fileDescriptor: own.number, queue: .main)
            case .writing: DispatchSource.makeWriteSource(fileDescriptor: own.number, queue: .main)
            }
        source.setEventHandler { [weak self] in MainActor.assumeIsolated { self?.handleReadiness() } }
        source.setCancelHandler { own.close() }
        source.activate()
        return source
    }
}
