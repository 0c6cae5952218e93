extension AppHost {
    /// A part of the host that `show` prints.
    enum ReportSubject: String, CaseIterable, Hashable, Sendable {
        case page
        case windows
        case plugins
        case commands
        case services
        case store
        case decisions
        case bus

        /// The names of all subjects, as in the usage of `show`.
        static let names = allCases.map(\.rawValue).joined(separator: "|")
    }

    /// Calls a closure with the text of each message on the bus and of each entry of the log, as a transcript shows it,
    /// beginning with the entries that are there.
    ///
    /// Messages of other threads aren't among them, because they have no place in a
    /// fixed order.
    func observeEvents(_ body: @escaping @MainActor (String) -> Void) {
        bus.listeners.add(posts: true) { event in
            guard event.kind == .post, event.isOnMainThread else { return }
            MainActor.assumeIsolated { body(event.text) }
        }
        log.forward { body($0.line) }
    }

    /// The text that `show` prints about a part of the host.
    func report(on subject: ReportSubject) -> String {
        switch subject {
        case .page: return windows.spokenPage
        case .windows:
            let rows = windows.windows.reversed().map { window in
                let marks = [window.isHidden ? "hidden" : "", window.isKey ? "key" : "", "\(window.hitPolicy)"]
                return [
                    window.title, "\(window.level)", "\(window.frame)", "alpha \(window.alpha.text(decimals: 1...3))",
                    "\(window.owner)",
                    marks.filter { !$0.isEmpty }.joined(separator: " "),
                ]
            }
            return table(["WINDOW", "LEVEL", "FRAME", "ALPHA", "OWNER", "IS"], rows, empty: "no windows")
        case .plugins: return plugins.report.table
        case .commands:
            let rows = commands.all.map { command in
                [
                    command.id, command.key.map { "\($0)" } ?? "-", command.group,
                    commands.owner(of: command.id)?.description ?? "",
                    command.parameters.map { $0.defaultValue == nil ? $0.name : "[\($0.name)]" }.joined(separator: " "),
                    command.title,
                ]
            }
            return table(["COMMAND", "KEY", "GROUP", "OWNER", "TAKES", "TITLE"], rows, empty: "no commands")
        case .services:
            return table(["SERVICE", "OWNER"], services.all.map { [$0.name, "\($0.owner)"] }, empty: "no services")
        case .store:
            let rows = storage.stores.sorted { $0.key < $1.key }.flatMap { namespace, store in
                store.all.sorted { $0.key < $1.key }.map {
                    [namespace, $0.key, "\($0.value.hidingSecrets(under: $0.key))"]
                }
            }
            return table(["STORE", "KEY", "VALUE"], rows, empty: "nothing is stored")
        case .decisions:
            return decisions.decisions.isEmpty
                ? "nothing was decided" : decisions.decisions.map(\.description).joined(separator: "\n\n")
        case .bus:
            let rows = bus.statistics().map {
                [$0.messageName, "\($0.observers)", "\($0.posts)", "\($0.deliveries)", "\($0.dropped)"]
            }
            return table(["MESSAGE", "OBSERVERS", "POSTS", "DELIVERIES", "DROPPED"], rows, empty: "no messages")
        }
    }

    private func table(_ head: [String], _ rows: [[String]], empty: String) -> String {
        rows.isEmpty ? empty : TextTable([head] + rows).description
    }
}
