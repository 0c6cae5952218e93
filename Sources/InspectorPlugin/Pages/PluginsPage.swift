import HostRuntime

/// The plugins with their states, and what each of them holds.
final class PluginsPage: TablePage<PluginReport> {
    override var columns: [TableColumn] {
        [
            .growing("PLUGIN", least: 14),
            TableColumn("STATE", 11),
            TableColumn("HOLDS", 5, alignedRight: true, priority: 1),
            TableColumn("STARTED IN", 10, alignedRight: true, priority: 2),
            TableColumn("STRIKES", 7, alignedRight: true, priority: 4),
            TableColumn("VERSION", 8, priority: 5),
            .growing("LOADED FROM", least: 16, priority: 3),
        ]
    }

    override func open() {
        super.open()
        observe(PluginStateDidChange.self) { [weak self] _ in self?.setNeedsReload() }
        // A plugin's resources come and go without a message.
        every(.seconds(1)) { [weak self] in self?.reload() }
    }

    override func fetch() -> [PluginReport] { context.inspection.plugins }

    override func id(of plugin: PluginReport) -> AnyHashable {
        [plugin.manifest.id, plugin.library ?? "", plugin.origin]
    }

    override func cells(of plugin: PluginReport) -> [TableCell] {
        [
            TableCell(plugin.manifest.id, isBold: plugin.state == .active),
            TableCell(plugin.state.name, color(of: plugin.state)),
            plugin.state == .active ? "\(plugin.resourceCount)" : "",
            TableCell(plugin.activation.map(\.inWords) ?? ""),
            plugin.strikes.isEmpty ? "" : TableCell("\(plugin.strikes.count)", Theme.danger),
            TableCell(plugin.manifest.version),
            .quiet(plugin.library ?? "the program"),
        ]
    }

    private func color(of state: PluginState) -> Color {
        if state == .active { return Theme.good }
        return state.isProblem ? Theme.danger : Theme.quiet.foreground
    }

    override func details(of plugin: PluginReport) -> [DetailView.Line] {
        let manifest = plugin.manifest
        var lines: [DetailView.Line] = [.heading("\(manifest.name) \(manifest.version)")]
        if !manifest.summary.isEmpty { lines.append(.text(manifest.summary)) }
        lines.append(
            .field(
                "state",
                "\(plugin.state.name), since \(clock.longText(plugin.changedAt))",
                color(of: plugin.state)
            )
        )
        if let reason = plugin.state.reason { lines.append(.field("because", reason, color(of: plugin.state))) }
        if let failure = plugin.lastFailure { lines.append(.field("last run", "failed: \(failure)", Theme.danger)) }
        for strike in plugin.strikes {
            lines.append(.field("strike", "brought the program down \(strike)", Theme.danger))
        }
        if let time = plugin.activation, time > .zero { lines.append(.field("activated in", time.inWords)) }
        lines.append(.field("hook", plugin.origin))
        if let library = plugin.library { lines.append(.field("library", library)) }
        if let type = plugin.typeName { lines.append(.field("type", type)) }
        let lists = [("requires", manifest.requires), ("provides", manifest.provides), ("after", manifest.after)]
        for (name, list) in lists where !list.isEmpty {
            lines.append(.field(name, list.joined(separator: ", ")))
        }
        return lines + held(by: manifest.id) + requests(of: manifest.id)
    }

    /// What a plugin has fetched, and its newest requests, the last one first.
    private func requests(of plugin: String) -> [DetailView.Line] {
        guard let totals = context.inspection.fetchTotals.first(where: { $0.owner == .plugin(plugin) }) else {
            return []
        }
        let failures = totals.failures > 0 ? ", \(totals.failures) failed" : ""
        let newest = context.inspection.fetches.filter { $0.owner == totals.owner }.suffix(20).reversed()
        return [.heading("\(totals.requests.of("request")), \(totals.receivedBytes.bytesInWords)\(failures)")]
            + newest.map { fetch in
                let size = fetch.endedAt == nil ? "under way" : fetch.receivedBytes.bytesInWords
                return .field(
                    clock.text(fetch.startedAt),
                    "\(fetch.address): \(fetch.failure ?? size)",
                    fetch.failure == nil ? nil : Theme.danger
                )
            }
    }

    private func held(by plugin: String) -> [DetailView.Line] {
        let held = context.inspection.resources(of: plugin)
        return HeldResource.Kind.allCases.flatMap { kind -> [DetailView.Line] in
            let some = held.filter { $0.kind == kind }
            guard !some.isEmpty else { return [] }
            // A plugin may hold thousands of a kind.
            let shown = some.prefix(50).map { resource in
                // Without the module, which is the plugin's.
                let place = resource.place.split(separator: "/").last.map(String.init) ?? ""
                return DetailView.Line.text(
                    "  " + [resource.name, place].filter { !$0.isEmpty }.joined(separator: "  ")
                )
            }
            let rest = some.count > 50 ? [DetailView.Line.text("  and \(some.count - 50) more")] : []
            return [.heading(some.count.of(kind.noun))] + shown + rest
        }
    }

    // MARK: - Actions

    override var actions: [PageAction] {
        var actions: [PageAction] = []
        if let plugin = selected, !plugin.state.isRefused {
            actions.append(
                PageAction(.character("e"), plugin.isEnabled ? "disable" : "enable") { [weak self] in
                    self?.toggle(plugin, !plugin.isEnabled)
                }
            )
        }
        return actions + tableActions
    }

    private func toggle(_ plugin: PluginReport, _ enable: Bool) {
        let id = plugin.manifest.id
        guard enable || id != context.manifest.id else {
            panel.say("The inspector doesn't disable itself: the panel would be gone.")
            return
        }
        do {
            if enable {
                try context.inspection.enable(id)
            } else {
                try context.inspection.disable(id)
            }
            reload()
            // The accepted one comes first; another row of the id can't be selected for this.
            let now = context.inspection.plugins.first { $0.manifest.id == id }?.state
            panel.say(now.map { "\(id) \($0.predicate)" } ?? "\(id) is gone.")
        } catch {
            panel.say("\(error)")
        }
    }

    override var emptyText: String { "No plugin is attached." }

    override var summary: String {
        let active = allItems.count { $0.state == .active }
        let problems = allItems.count(where: \.state.isProblem)
        return "\(count(of: "plugin")), \(active) active" + (problems > 0 ? ", \(problems) can't run" : "")
    }
}

extension PluginReport {
    /// Whether the plugin runs, or would run if others did.
    fileprivate var isEnabled: Bool {
        switch state {
        case .active, .discovered, .inactive, .blocked: true
        case .disabled, .quarantined, .failed: false
        }
    }
}

extension HeldResource.Kind {
    /// The noun for one of the kind.
    fileprivate var noun: String {
        switch self {
        case .run: "command run"
        case .frame: "frame closure"
        default: rawValue
        }
    }
}
