extension Host {
    /// What `show` prints of the host.
    func report(on subject: ScriptStep.Subject) -> String {
        switch subject {
        case .windows:
            let rows = windows.windows.reversed().map { window in
                let info = window.info
                let marks = [info.isHidden ? "hidden" : "", info.isKey ? "key" : "", "\(info.hitPolicy)"]
                return [
                    info.title, "\(info.level)", "\(info.frame)", "alpha \(info.alpha)", info.owner ?? Host.owner,
                    marks.filter { !$0.isEmpty }.joined(separator: " "),
                ]
            }
            return table(["WINDOW", "LEVEL", "FRAME", "ALPHA", "OWNER", "IS"], rows, empty: "no windows")
        case .plugins: return plugins.report.table
        case .commands:
            let rows = commands.all.map { command in
                [
                    command.id, command.key.map { "\($0)" } ?? "-", command.group, commands.owner(of: command.id) ?? "",
                    command.parameters.map { $0.defaultValue == nil ? $0.name : "[\($0.name)]" }.joined(separator: " "),
                    command.title,
                ]
            }
            return table(["COMMAND", "KEY", "GROUP", "OWNER", "TAKES", "TITLE"], rows, empty: "no commands")
        case .services:
            return table(["SERVICE", "OWNER"], services.all.map { [$0.name, $0.owner] }, empty: "no services")
        case .store: return "nothing is stored"
        case .decisions: return "nothing was decided"
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
