/// Delivers input one by one: what follows a key waits until the key has opened what it opens.
///
/// A key runs a command in a task, which may open a window, and the keys typed
/// ahead are meant for that window. So an input waits until the main actor has
/// nothing left to do for the one before, and no command is busy: each has ended
/// or has come to its first wait, for the host's clock, for work outside the main
/// actor, or for a person. A command that waits for something else holds the
/// keyboard up once, and no longer than `limit`.
@MainActor final class InputQueue {
    /// The longest time that one input waits for a command.
    static let limit: Duration = .milliseconds(100)

    /// The number of jobs of the main actor after which an input waits no longer, as for a task that never rests.
    static let jobLimit = 1000

    private let work: WorkTracker
    private let clock: HostClock
    private let act: @MainActor (HostInput) -> Void
    private var typed = TypeAhead()
    private var waiters: [CheckedContinuation<Void, Never>] = []

    /// Whether input waits for a command that has not come to its first wait.
    private(set) var isWaitingForWork = false

    /// Called with each input before it is delivered.
    var onDelivery: (@MainActor (HostInput) -> Void)?

    /// Waited for before an input that was typed ahead is delivered, for a session that is recorded.
    var beforeNext: (@MainActor () async -> Void)?

    init(work: WorkTracker, clock: HostClock, deliver: @escaping @MainActor (HostInput) -> Void) {
        self.work = work
        self.clock = clock
        act = deliver
    }

    /// Whether an input is being acted on, so that others wait.
    var isHeld: Bool { typed.isHeld }

    /// Whether the terminal should read the next input.
    ///
    /// While an input is acted on it should not: the program may end, and the
    /// rest of the keys is then the shell's. While a command is waited for it
    /// should, because the next key may be the one that ends the program.
    var acceptsInput: Bool { !isHeld || isWaitingForWork }

    /// Delivers input, at once or after the input before it.
    func receive(_ input: HostInput) {
        // Tasks that the input starts are this host's, whichever host the caller has driven before.
        TaskActivities.assignCurrentTask(to: work.activity)
        let wasHeld = isHeld
        guard let first = typed.add(input) else { return }
        deliver(first)
        guard !wasHeld, isHeld else { return }
        if typed.isEmpty, !needsWait(first) {
            _ = typed.advance()
        } else {
            // Behind the tasks that the input has started.
            MainThread.startOwnTask { await self.deliverRest(after: first) }
        }
    }

    private func deliver(_ input: HostInput) {
        onDelivery?(input)
        act(input)
    }

    private func deliverRest(after first: HostInput) async {
        if needsWait(first) { await waitForEffects() }
        if !typed.isEmpty { await beforeNext?() }
        while let next = typed.advance() {
            deliver(next)
            if needsWait(next) { await waitForEffects() }
            if !typed.isEmpty { await beforeNext?() }
        }
        let waiters = waiters
        self.waiters = []
        for waiter in waiters { waiter.resume() }
    }

    /// Waits until every input was acted on, and what it has started is over or has come to its first wait.
    func waitUntilDelivered() async {
        // Suspended: two tasks that both wait for idle tasks would keep each other busy.
        while isHeld { await withCheckedContinuation { waiters.append($0) } }
        await waitForEffects()
    }

    /// Whether the next input waits for this one: not for the many moves of a pointer, unless one runs a command.
    private func needsWait(_ input: HostInput) -> Bool {
        !input.isMotion || work.holdsInput
    }

    /// Waits until everything that an input has started is over or has come to its first wait.
    private func waitForEffects() async {
        let end = clock.now + InputQueue.limit
        while true {
            await work.activity.waitUntilIdle(.mainActor, within: InputQueue.jobLimit)
            guard work.holdsInput, clock.now < end else { return }
            isWaitingForWork = true
            let timer = clock.schedule(at: end) { [work] in work.releaseInput() }
            await work.waitForInputTurn()
            timer.cancel()
            isWaitingForWork = false
        }
    }
}

/// An input event on its way to the windows.
package enum HostInput: Hashable, Sendable {
    /// A key.
    case key(KeyEvent)

    /// Text that was pasted.
    case paste(String)

    /// A phase of a touch.
    case touch(Touch)

    /// A number of rows to scroll, over a cell; negative is up.
    case wheel(Int, at: Point)

    /// A change of the terminal's focus.
    case focus(Bool)

    /// Whether a moving pointer caused the event.
    ///
    /// Such events are many, and open nothing by themselves.
    var isMotion: Bool {
        switch self {
        case .wheel: true
        case .touch(let touch): touch.phase == .moved
        default: false
        }
    }

    /// Whether the event ends or stops the program, which never waits.
    var isUrgent: Bool { self == .key(.interrupt) || self == .key(.stop) }
}
