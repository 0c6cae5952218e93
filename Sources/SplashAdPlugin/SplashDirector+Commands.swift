import HostRuntime

extension SplashDirector {
    func offerCommands() throws {
        try offer("splash.show", "Show an advertisement now") {
            try $0.show()
            return nil
        }
        try offer("splash.why", "Tell why an advertisement was shown or not") { $0.why }
        try offer("splash.reset", "Reset the advertisements' counters") {
            $0.frequency.reset($0.library.editions.joined().map(\.id))
            return "the advertisements' counters were reset"
        }
        try offer("splash.clear-cache", "Forget the advertisements that were fetched") {
            $0.library.clear()
            $0.readSettings()
            return "what was fetched is forgotten"
        }
        try offer("splash.policy", "Show the advertisements' settings") { $0.settings.policy }
    }

    private func offer(
        _ id: String,
        _ title: String,
        _ body: @escaping @MainActor (SplashDirector) throws -> String?
    ) throws {
        try context.offer(
            Command(id: id, title: title, group: "Advertisement") { [weak self] _ in try self.flatMap(body) }
        )
    }

    /// What came of the latest occasion, what is wrong, how each advertisement stands, and how it was decided.
    ///
    /// What there is to mend comes first: where it is shown may have room for the first lines only.
    private var why: String {
        let states = choice(SplashPlan(settings, isLaunch: false, hasFeed: library.hasFeed)).reasons
        let parts = [
            [result], library.report, settingProblems, states.map(\.description), latest.map { ["\($0)"] } ?? [],
        ]
        return parts.joined().joined(separator: "\n")
    }
}
