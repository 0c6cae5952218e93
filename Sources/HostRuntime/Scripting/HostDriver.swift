internal import Dispatch

/// Drives a host in memory: its input, its display, its time and what the system tells it.
///
/// A scripted run and a test use the same driver, so that both see the same.
/// Each call returns when the host is idle: no task of it can continue, and no timer
/// is due, before the time moves or more input comes. Work outside the main actor
/// (`PluginTasks.perform(_:)`) may then still be under way; `advance` waits for it.
///
/// A program that a person sends to the background is stopped there, as in a terminal:
/// timers that fall due, and results of work outside, come after the return.
@MainActor package final class HostDriver {
    package let host: AppHost
    package let time: ManualTime
    package let display: Display

    private let realTimeWait: RealTimeWait.Timer

    private var hasTerminated = false

    /// The owners of tasks and timers that never rest.
    private var restless: Set<Owner> = []

    package convenience init(_ host: AppHost, time: ManualTime, display: Display) {
        self.init(host, time: time, display: display, realTimeWait: RealTimeWait.realTime)
    }

    init(_ host: AppHost, time: ManualTime, display: Display, realTimeWait: @escaping RealTimeWait.Timer) {
        self.host = host
        self.time = time
        self.display = display
        self.realTimeWait = realTimeWait
        host.work.activity.runInOrder { [weak log = host.log, name = host.name] owner, isOnMainActor in
            let limit = Int(TaskActivity.stallLimit.seconds)
            guard !isOnMainActor else {
                // In a program, the watchdog has said so.
                guard TaskActivities.hasManyHosts else { return }
                // Nothing but another thread can say so.
                let place = Watchdog.culprit.map { " (\($0.entry.place))" } ?? ""
                let text = "\(name): \(owner) has not let go of the main actor for \(limit) s\(place)"
                return StandardStreams.printError(text)
            }
            // Not a task, which would wait for its turn.
            DispatchQueue.main.async {
                MainActor.assumeIsolated {
                    let text = "a task has blocked its thread for \(limit) s; the run continues without waiting for it"
                    log?.add(.error, text, owner: owner)
                }
            }
        }
        host.work.parksResults = true
        host.onSuspend = { [time] in time.isStopped = true }
    }

    /// Calls a closure with the text of each event and each entry of the log, in the order in which they happen.
    ///
    /// The entries that are in the log come first: a program may log while it's made.
    package func observeEvents(_ body: @escaping @MainActor (String) -> Void) {
        host.observeEvents { [weak self] in if self?.hasTerminated == false { body($0) } }
    }

    package func launch(intoBackground isInBackground: Bool = false) async {
        await perform { host.launch(intoBackground: isInBackground) }
    }

    /// Ends the program once no hold delays that, and reports no event afterwards.
    package func terminate() async {
        await perform { if host.lifecycleState != .terminated { host.terminate() } }
        time.isStopped = false
        // Holds end at a limit, which is one of the timers.
        while !host.hasEnded, let next = host.clock.nextDeadline {
            await advance(by: next - time.now)
        }
        hasTerminated = true
    }

    /// Performs an action on the host, and waits until the host is idle.
    package func perform(_ action: () throws -> Void) async rethrows {
        // The tasks that the action starts are the host's.
        TaskActivities.assignCurrentTask(to: host.work.activity)
        do {
            try action()
        } catch {
            await waitUntilIdle()
            throw error
        }
        await waitUntilIdle()
    }

    // MARK: - Time

    /// The most jobs of tasks that belong to one moment; a task that never rests has no last one.
    static let jobLimit = 100_000

    /// The most jobs of a moment once some task has turned out never to rest.
    private static let restlessJobLimit = 1000

    private var jobLimit: Int { restless.isEmpty ? HostDriver.jobLimit : HostDriver.restlessJobLimit }

    /// The most times that timers start tasks, and these timers, at one moment.
    static let roundLimit = 10_000

    /// Waits until the host is idle: its tasks have nothing to do, and no timer is due.
    ///
    /// A moment that never ends is left after `jobLimit` or `roundLimit`, with
    /// an error in the host's log; returns false then.
    @discardableResult
    package func waitUntilIdle() async -> Bool {
        for _ in 0..<HostDriver.roundLimit {
            guard await waitUntilTasksAreIdle() else {
                reportEndlessMoment(
                    "more than \(HostDriver.jobLimit) turns of tasks",
                    owner: host.work.activity.restlessOwner
                )
                return false
            }
            guard isTimerDue else { return true }
            time.advance(by: .zero)
            guard !isTimerDue else {
                reportEndlessMoment("more than \(ManualTime.wakeLimit) timers", of: host.clock.lastScheduler)
                return false
            }
        }
        reportEndlessMoment(
            "more than \(HostDriver.roundLimit) rounds of timers and tasks",
            of: host.clock.lastScheduler
        )
        return false
    }

    private var isTimerDue: Bool {
        !time.isStopped && host.clock.nextDeadline.map { $0 <= time.now } ?? false
    }

    /// Reports an endless moment in the name of the party whose call scheduled the last timer.
    private func reportEndlessMoment(_ count: String, of call: CallEntry) {
        let place = call.place.isEmpty ? "" : " (\(call.place))"
        reportEndlessMoment(count + place, owner: JournalNames.owner(call.owner) ?? .host)
    }

    private func reportEndlessMoment(_ count: String, owner: Owner) {
        // A task that never rests makes every moment endless.
        guard restless.insert(owner).inserted else { return }
        host.log.add(
            .error,
            "never becomes idle: this moment has taken \(count); the run continues without waiting for the rest",
            owner: owner
        )
    }

    /// Moves the time on, stopping at every timer on the way.
    ///
    /// Before the time moves, and at every stop, this waits for work outside the
    /// main actor: its results then have the moment at which it began, however
    /// long it takes, and come in the order in which the work began. All these
    /// waits take at most as long, in real time, as the time moves.
    package func advance(by duration: Duration) async {
        let realTimeWait = RealTimeWait(duration, host.work, timer: realTimeWait)
        defer { realTimeWait.end() }
        TaskActivities.assignCurrentTask(to: host.work.activity)
        let target = time.now + max(.zero, duration)
        var isMomentOver = await waitUntilIdle(realTimeWait)
        while isMomentOver, !time.isStopped, let next = host.clock.nextDeadline, next <= target {
            time.advance(by: next - time.now)
            isMomentOver = await waitUntilIdle(realTimeWait)
        }
        time.advance(by: target - time.now)
        await waitUntilIdle()
    }

    /// Waits until the host is idle and no work outside is waited for any more.
    private func waitUntilIdle(_ realTimeWait: RealTimeWait) async -> Bool {
        // One piece of work often follows another: a list, then its pictures.
        repeat {
            guard await waitUntilIdle() else { return false }
            if time.isStopped { return true }
        } while await realTimeWait.waitForChange()
        return true
    }

    // MARK: - The pointer

    package func tap(_ point: Point, count: Int = 1) async {
        let tap = [HostInput.touch(Touch(.began, at: point)), .touch(Touch(.ended, at: point))]
        await deliver(Array(repeatElement(tap, count: count).joined()))
    }

    package func press(_ point: Point) async {
        await deliver([.touch(Touch(.began, at: point))])
        await advance(by: HostDriver.longPress)
        await deliver([.touch(Touch(.ended, at: point))])
    }

    package func drag(from start: Point, to end: Point) async {
        await deliver([.touch(Touch(.began, at: start))])
        await advance(by: HostDriver.longPress)
        let moves = HostDriver.path(start, end).map { HostInput.touch(Touch(.moved, at: $0)) }
        await deliver(moves + [.touch(Touch(.ended, at: end))])
    }

    /// The duration of a press, a little more than a long press needs.
    nonisolated static let longPress: Duration = .milliseconds(600)

    /// The cells of a straight line, without its first one.
    private static func path(_ from: Point, _ to: Point) -> [Point] {
        let steps = max(abs(to.x - from.x), abs(to.y - from.y))
        guard steps > 0 else { return [] }
        return (1...steps).map {
            Point(x: from.x + (to.x - from.x) * $0 / steps, y: from.y + (to.y - from.y) * $0 / steps)
        }
    }

    // MARK: - The keyboard

    /// Presses a key for each character, all at once; returns what `deliver` returns.
    @discardableResult
    package func type(_ text: String) async -> Int {
        await keys(text.map { KeyEvent(.character($0)) })
    }

    /// Presses keys all at once, as a terminal sends keys that were typed ahead; returns what `deliver` returns.
    @discardableResult
    package func keys(_ events: [KeyEvent]) async -> Int {
        await deliver(events.map(HostInput.key))
    }

    @discardableResult
    package func paste(_ text: String) async -> Int {
        await deliver([.paste(text)])
    }

    /// Delivers input as one read of a terminal; returns the number of inputs that the program
    /// didn't accept because it ended.
    @discardableResult
    package func deliver(_ inputs: [HostInput]) async -> Int {
        TaskActivities.assignCurrentTask(to: host.work.activity)
        var rest = inputs[...]
        while let next = rest.first {
            while !host.input.acceptsInput { await waitUntilTasksAreIdle() }
            guard host.lifecycleState != .terminated || next == .key(.interrupt) else { break }
            rest.removeFirst()
            host.input.receive(next)
        }
        while host.input.isHeld {
            await waitUntilTasksAreIdle()
            // The command waits for something that neither the clock nor work outside will bring.
            if host.input.isWaitingForWork { host.work.releaseInput() }
        }
        await waitUntilIdle()
        return rest.count
    }

    /// The most waits for a command that is still busy after one, where no jobs are counted.
    private static let plainWaitLimit = 100

    /// Waits until no task can continue, after the input that waits for the tasks; returns false if one never rests.
    @discardableResult private func waitUntilTasksAreIdle() async -> Bool {
        var waits = 0
        repeat {
            guard await host.work.activity.waitUntilIdle(within: jobLimit) else { return false }
            waits += 1
            // Turns pass by a command whose thread waits for a processor.
        } while !TaskExecutors.areExact && host.work.holdsInput && waits < HostDriver.plainWaitLimit
        return true
    }

    // MARK: - The system

    package func resize(to size: Size) async {
        display.resize(to: size)
        await perform { host.displayDidResize() }
    }

    package func enterBackground() async {
        await perform { host.suspend() }
    }

    package func enterForeground() async {
        time.isStopped = false
        await perform { host.enterForeground() }
    }

    package func setScreenLocked(_ isLocked: Bool) async {
        await perform { host.setScreenLocked(isLocked) }
    }

    package func setFocused(_ isFocused: Bool) async {
        await perform { host.setFocused(isFocused) }
    }

    package func receiveMemoryWarning() async {
        await perform { host.receiveMemoryWarning() }
    }
}
