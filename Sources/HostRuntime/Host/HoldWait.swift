/// A wait for the holds on a message, which logs the holders that reach their limit.
@MainActor final class HoldWait {
    private let holds: HoldSet
    private let clock: HostClock
    private let log: HostLog
    private let begin: Duration
    private var timer: HostTimer?
    private var isWaiting = false

    init(_ holds: HoldSet, clock: HostClock, log: HostLog) {
        self.holds = holds
        self.clock = clock
        self.log = log
        begin = clock.now
    }

    /// Calls a closure at once if there are no holds, and otherwise in a turn of its own after the last one has ended.
    func whenOver(_ body: @escaping @MainActor () -> Void) {
        holds.whenOver { [weak self] in
            // The last hold may end on any thread.
            AppHost.onMainActor { self?.finish(body) }
        }
        isWaiting = true
        arm()
    }

    private func finish(_ body: @escaping @MainActor () -> Void) {
        guard isWaiting else { return body() }
        // The last hold may have ended in a call of a plugin, and what follows isn't the plugin's.
        timer = clock.schedule(after: .zero, body)
    }

    /// Ends the holds that reach their limit, from now on.
    func arm() {
        guard let deadline = holds.nextDeadline else { return }
        timer = clock.schedule(at: begin + deadline) { [weak self] in
            guard let self else { return }
            for holder in holds.expire(after: clock.now - begin) {
                log.add(
                    .warning,
                    "held the program for longer than \(holder.limit.inSeconds(decimals: 1...3)) s: \(holder.reason)"
                        + " (\(holder.site.file):\(holder.site.line))",
                    owner: holder.site.owner
                )
            }
            if !holds.pending.isEmpty { arm() }
        }
    }
}
