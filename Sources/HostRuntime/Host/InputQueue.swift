/// Delivers input one by one: what follows a key waits until what the key began has opened what it opens.
///
/// A key runs a command in a task, which may open a window, and what was typed
/// ahead is meant for that window. So each input has a few turns of the main
/// actor for itself, and further time while a command runs that has neither
/// ended nor come to its first wait: for the host's clock, for work outside the
/// main actor, or for a person. A command that waits for something else holds
/// the keyboard up once, and no longer than `limit`.
@MainActor final class InputQueue {
    /// How long one input waits for a command at most.
    static let limit: Duration = .milliseconds(100)

    /// How many turns of the main actor each input has behind the tasks that it began: a task may begin another.
    static let turns = 2

    private let work: WorkTracker
    private let clock: HostClock
    private let act: @MainActor (HostInput) -> Void
    private var typed = TypeAhead()

    /// Whether a command is waited for that has not come to its first wait.
    private(set) var isWaitingForWork = false

    /// Called with each input before it is delivered.
    var onDelivery: (@MainActor (HostInput) -> Void)?

    init(work: WorkTracker, clock: HostClock, deliver: @escaping @MainActor (HostInput) -> Void) {
        self.work = work
        self.clock = clock
        act = deliver
    }

    /// Whether an input is being acted on.
    var isHeld: Bool { typed.isHeld }

    /// Whether the next input shall be read: not in the few turns of the one before, which may end the program.
    ///
    /// While a command is waited for it is read all the same, for it may be
    /// what ends the program.
    var takesMore: Bool { !isHeld || isWaitingForWork }

    /// Delivers input, now or when its turn has come.
    func receive(_ input: HostInput) {
        let wasHeld = isHeld
        guard let first = typed.add(input) else { return }
        deliver(first)
        guard !wasHeld, isHeld else { return }
        if typed.isEmpty, !needsMoment(first) {
            _ = typed.advance()
        } else {
            // Behind the tasks that it began.
            Task { await goOn(after: first) }
        }
    }

    private func deliver(_ input: HostInput) {
        onDelivery?(input)
        act(input)
    }

    private func goOn(after first: HostInput) async {
        if needsMoment(first) { await moment() }
        while let next = typed.advance() {
            deliver(next)
            if needsMoment(next) { await moment() }
        }
    }

    /// A pointer moves many times a second, so each of its moves waits only where a command runs because of it.
    private func needsMoment(_ input: HostInput) -> Bool {
        !input.isMotion || work.isBusy
    }

    /// Waits until what an input began is over or has come to its first wait.
    private func moment() async {
        let end = clock.now + InputQueue.limit
        var turn = 0
        while turn < InputQueue.turns {
            turn += 1
            await Task.yield()
            guard turn == InputQueue.turns, work.isBusy, clock.now < end else { continue }
            isWaitingForWork = true
            let timer = clock.schedule(at: end) { [work] in work.letGo() }
            await work.calm()
            timer.cancel()
            isWaitingForWork = false
            // What has just ended may have begun something else.
            turn = 0
        }
    }
}
