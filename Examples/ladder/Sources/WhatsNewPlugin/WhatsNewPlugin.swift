import HostRuntime

@section(".init_array") @used let load: LoadHook = { WhatsNew.load() }

/// Shows what is new in the program: by itself once for each version, and again by a command.
@MainActor final class WhatsNew: HostPlugin {
    nonisolated static let manifest = PluginManifest(
        id: "whats-new",
        name: "What's new",
        version: "1.0.0",
        configuration: [WhatsNewSettings.section]
    )

    func activate(_ context: PluginContext) throws {
        let news = News(context: context)
        context.bus.observe(DidFinishLaunching.self) { _ in
            context.tasks.start { try await news.showOnce() }
        }
        try context.commands.offer(
            Command(id: "whats-new.show", title: "Show what's new") { _ in
                guard let text = news.lastSeen else { return "There is nothing new." }
                news.present(text)
                return nil
            }
        )
    }
}

/// The settings in the section `whats-new`.
enum WhatsNewSettings {
    static let delay = Setting("delay", seconds: 0...60, default: .seconds(1), help: "the time after the launch")
    static let address = Setting("address", default: "", help: "the file with the news; empty for those of the plugin")
    static let section = ConfigurationSection("whats-new", settings: [delay, address])
}

/// The news of the program's version.
@MainActor struct News {
    let context: PluginContext

    /// The text that the person has seen last; nil if there was none.
    var lastSeen: String? { context.storage.store.value("text")?.stringValue }

    /// Shows the news, unless the person has seen those of this version.
    func showOnce() async throws {
        let scenario = Scenario(
            id: "version \(context.application.version)",
            rule: .maxExecutionsPermitted(1),
            store: context.storage.store,
            timeZone: context.time.timeZone
        )
        switch scenario.reserve(at: context.time.date) {
        case .failure(let refusal):
            context.storage.record(refusal)
        case .success(let reservation):
            // An error ends the task and releases the reservation, so the next launch tries again.
            let text = try await fetch()
            try await context.time.sleep(for: context.settings[WhatsNewSettings.delay])
            present(text) {
                reservation.commit(at: context.time.date) { $0["text"] = .string(text) }
                context.storage.record(reservation.decision)
            }
        }
    }

    /// Shows a text on a sheet.
    func present(_ text: String, onFirstSight: (@MainActor () -> Void)? = nil) {
        let sheet = Sheet(title: "What's new", content: TextView(text), buttons: [Button("Close")])
        sheet.onFirstSight = onFirstSight
        context.windows.present(sheet)
    }

    private func fetch() async throws -> String {
        let address = context.settings[WhatsNewSettings.address]
        guard !address.isEmpty else { return "Confetti at every launch, and a tally of what you do." }
        return String(decoding: try await context.network.fetch(address, maximumBytes: 10_000), as: UTF8.self)
    }
}
