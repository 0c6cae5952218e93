/// A host in memory that is driven by hand: what a person, a terminal and the time would do.
///
/// Scripted runs and tests use the same one, so what a script sees a test sees.
@MainActor package final class HostDriver {
    package let host: AppHost
    package let time: ManualTime
    package let display: MemoryDisplay

    /// Called with each event, and with what the log says, in the order in which they happen.
    package var onEvent: (@MainActor (String) -> Void)?

    private let patience: OutsidePatience.Timer

    package convenience init(_ host: AppHost, time: ManualTime, display: MemoryDisplay) {
        self.init(host, time: time, display: display, patience: OutsidePatience.realTime)
    }

    init(_ host: AppHost, time: ManualTime, display: MemoryDisplay, patience: @escaping OutsidePatience.Timer) {
        self.host = host
        self.time = time
        self.display = display
        self.patience = patience
        // A program's run has said where they are kept; a test has not.
        ScenarioDefaults.stayInMemory()
        host.bus.onPost = { [weak self] message in
            // Posts of other threads have no place in a fixed order.
            guard message.isOnMainThread else { return }
            MainActor.assumeIsolated { self?.onEvent?(message.text) }
        }
        host.log.sinks.append { [weak self] in
            self?.onEvent?("\($0.level.rawValue)  \($0.source)  \($0.text)")
        }
    }

    package func launch() async {
        host.launch()
        await settle()
    }

    /// Ends the program; nothing is told of what goes with it afterwards.
    package func terminate() async {
        host.terminate()
        await settle()
        onEvent = nil
    }

    // MARK: - Time

    /// Lets everything happen that is due at this moment: tasks, timers, the frame.
    package func settle() async {
        // Tasks may start others; each turn of the main actor takes what was
        // queued before it.
        for _ in 0..<HostDriver.turns {
            await host.work.settle()
            await Task.yield()
            time.advance(by: .zero)
        }
    }

    /// How many turns of the main actor belong to one moment.
    private static let turns = 4

    /// How many ways through the thread pool belong to one moment.
    private static let detours = 16

    /// Moves the time on, stopping at every timer on the way.
    ///
    /// Before the time moves, and at every stop, work outside the main actor is
    /// waited for: what it brings then has the moment at which it was asked for,
    /// however long it takes. All these waits take at most as long, in real time,
    /// as the time moves.
    package func advance(by duration: Duration) async {
        let patience = OutsidePatience(duration, host.work, timer: patience)
        defer { patience.end() }
        await settle(patience)
        let target = time.now + max(.zero, duration)
        while let next = host.clock.nextDeadline, next <= target {
            time.advance(by: next - time.now)
            await settle(patience)
        }
        time.advance(by: target - time.now)
        await settle()
    }

    /// Settles again and again until no work outside is waited for any more.
    private func settle(_ patience: OutsidePatience) async {
        repeat {
            await settle()
            guard patience.isLeft else { return }
            // Child tasks begin and end in the pool: they may be on their way outside, or back.
            for _ in 0..<HostDriver.detours {
                await WorkTracker.passPool()
                await host.work.settle()
            }
            // One piece of work often follows another: a list, then its pictures.
        } while await patience.waitForChange()
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

    /// How long a press is held: a little longer than what makes it a long one.
    private static let longPress: Duration = .milliseconds(600)

    /// The cells of a straight way, without its first one.
    private static func path(_ from: Point, _ to: Point) -> [Point] {
        let steps = max(abs(to.x - from.x), abs(to.y - from.y))
        guard steps > 0 else { return [] }
        return (1...steps).map {
            Point(x: from.x + (to.x - from.x) * $0 / steps, y: from.y + (to.y - from.y) * $0 / steps)
        }
    }

    // MARK: - The keyboard

    package func key(_ event: KeyEvent) async {
        await keys([event])
    }

    package func type(_ text: String) async {
        await keys(text.map { KeyEvent(.character($0)) })
    }

    /// Presses keys all at once, as a terminal sends what was typed ahead; returns how many the program did not take
    /// because it ended.
    @discardableResult
    package func keys(_ events: [KeyEvent]) async -> Int {
        await deliver(events.map(HostInput.key))
    }

    package func paste(_ text: String) async {
        await deliver([.paste(text)])
    }

    /// Delivers input as one read of a terminal; returns how much the program did not take because it ended.
    @discardableResult
    package func deliver(_ inputs: [HostInput]) async -> Int {
        var rest = inputs[...]
        while let next = rest.first {
            while !host.input.takesMore { await Task.yield() }
            guard host.lifecycleState != .terminated || next == .key(.interrupt) else { break }
            rest.removeFirst()
            host.input.receive(next)
        }
        while host.input.isHeld {
            if host.work.isBusy {
                await host.work.settle()
                // Its patience may be over: time stands still here, so no timer ends the wait.
                if host.input.isWaitingForWork { host.work.letGo() }
            }
            await Task.yield()
        }
        await settle()
        return rest.count
    }

    // MARK: - The system

    package func resize(to size: Size) async {
        display.resize(to: size)
        host.displayDidResize()
        await settle()
    }

    package func enterBackground() async {
        host.enterBackground()
        await settle()
    }

    package func enterForeground() async {
        host.enterForeground()
        await settle()
    }

    package func setScreenLocked(_ isLocked: Bool) async {
        host.setScreenLocked(isLocked)
        await settle()
    }

    package func setFocused(_ isFocused: Bool) async {
        host.setFocused(isFocused)
        await settle()
    }

    package func receiveMemoryWarning() async {
        host.receiveMemoryWarning()
        await settle()
    }
}
