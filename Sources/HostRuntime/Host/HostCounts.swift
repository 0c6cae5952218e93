/// The numbers of what is alive in a host; one that only ever grows is a leak.
struct HostCounts: Hashable, Sendable, CustomStringConvertible {
    let observers: Int
    let windows: Int
    let timers: Int
    let commands: Int
    let services: Int

    var description: String {
        "observers \(observers), windows \(windows), timers \(timers), commands \(commands), services \(services)"
    }
}

extension AppHost {
    /// The numbers of what is alive, of the program and of all plugins.
    var counts: HostCounts {
        HostCounts(
            observers: bus.observers().count,
            windows: windows.windows.count,
            timers: clock.timerCount,
            commands: commands.all.count,
            services: services.all.count
        )
    }

    /// Offers the command `host.counts`, for scripts and plugins that look for a leak; lists leave it out.
    func offerCounts() {
        // A program may have a command of this id, which stays.
        try? commands.offer(
            Command(id: "host.counts", title: "Count what is alive", group: "Host", isListed: false) {
                [weak self] _ in self.map { "\($0.counts)" }
            }
        )
    }
}
