/// Reports the instances of plugins that stay in memory after their end.
///
/// Tasks that were cancelled may take a while to let go of an instance, so one
/// that is still referenced at the plugin's end is looked at once more later.
@MainActor final class LeakCheck {
    /// The time after a plugin's end at which its instance counts as leaked.
    static let gracePeriod: Duration = .seconds(5)

    private let clock: HostClock
    private let log: HostLog
    private var timers: [Int: HostTimer] = [:]
    private var count = 0

    init(clock: HostClock, log: HostLog) {
        self.clock = clock
        self.log = log
    }

    /// Checks later whether something still references the instance of a plugin that has ended.
    func check(_ instance: some HostPlugin, of id: String) {
        count += 1
        let number = count
        timers[number] = clock.schedule(after: LeakCheck.gracePeriod) { [weak self, weak instance] in
            self?.timers[number] = nil
            guard instance != nil else { return }
            let text =
                "is leaked: its instance is still in memory \(Int(LeakCheck.gracePeriod.seconds)) s after its end; "
                + "a closure or an object that it keeps references it, so capture it there with [weak self]"
            self?.log.add(.warning, text, owner: .plugin(id))
        }
    }
}
