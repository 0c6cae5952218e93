import HostRuntime

/// The one place that knows whether the person lets the plugin fetch and show advertisements.
///
/// The store is read each time, so that what another process has changed counts from its next request on.
@MainActor final class SplashPermission {
    private let context: PluginContext
    private let needsConsent: Bool
    // Kept, because a request may ask when the plugin has ended.
    private let store: KeyValueStore

    init(context: PluginContext) {
        self.context = context
        store = context.storage.store
        needsConsent = SplashSettings.read(configuration: context.settings).settings.needsConsent
    }

    var states: SplashStates { SplashStates(store.all) }

    /// The reason against fetching and showing advertisements now, if any; nil once the plugin has ended.
    var refusal: String? {
        guard !context.isClosed else { return nil }
        return states.reason(at: context.time.date, in: context.time.timeZone, needsConsent: needsConsent)
    }

    /// Whether the consent is withdrawn, so that nothing that was fetched may stay.
    var isWithdrawn: Bool { states.consent == .withdrawn }

    /// Whether the permission is a condition of the rules: only where it's needed, or something was said.
    var isCondition: Bool { needsConsent || states.isSet }

    func update(_ body: (inout SplashStates) -> Void) {
        store.update { values in
            var states = SplashStates(values)
            body(&states)
            states.store(in: &values)
        }
    }
}

// MARK: - Commands

extension SplashDirector {
    func offerStateCommands() throws {
        let state = CommandParameter(
            name: "state",
            title: "The consent is",
            kind: .choice { [weak self] in
                let current = self?.library.permission.states.consent
                return SplashStates.Consent.allCases.map {
                    CommandChoice(value: $0.rawValue, title: $0.rawValue, isCurrent: $0 == current)
                }
            }
        )
        try offer("splash.consent", "Give or withdraw the consent to advertisements", [state]) { director, arguments in
            let consent = SplashStates.Consent(rawValue: arguments.text("state")) ?? .unknown
            director.library.permission.update { $0.consent = consent }
            director.permissionDidChange()
            // Nobody will use them, and they'd tell what was advertised.
            if consent == .withdrawn { _ = director.library.clear() }
            return "The consent to advertisements is \(consent.rawValue)"
        }
        let until = CommandParameter(
            name: "until",
            title: "No advertisements until",
            hint: "a day such as 2026-12-01, 'forever' or 'off'"
        )
        try offer("splash.ad-free", "Switch advertisements off for a while or for good", [until]) {
            director,
            arguments in try director.setAdFree(until: arguments.text("until"))
        }
    }

    private func setAdFree(until text: String) throws -> String {
        var adFree: AdFreeTime?
        if text != "off" {
            let (date, zone) = (context.time.date, context.time.timeZone)
            adFree = AdFreeTime(until: text, from: date)
            guard let adFree else {
                let rule = "is a day such as 2026-12-01, an instant such as 2026-12-01T09:30:00Z, 'forever' or 'off'"
                throw CommandFieldError("until", "\(rule), not \(text.quoted)")
            }
            guard !adFree.isOver(at: date, in: zone) else {
                throw CommandFieldError("until", "has to be in the future; 'off' brings advertisements back at once")
            }
        }
        library.permission.update { $0.adFree = adFree }
        permissionDidChange()
        return adFree.map { "There are no advertisements \($0)" } ?? "Advertisements are no longer switched off"
    }
}
