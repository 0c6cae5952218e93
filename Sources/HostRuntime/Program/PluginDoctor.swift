/// The texts of `plugins why` and `plugins doctor`.
enum PluginDoctor {
    /// Why the plugins of an id run or don't: of several, all but the first are refused.
    @MainActor static func why(_ reports: [PluginReport], _ history: PluginHistory) -> String {
        reports.map { why($0, history) }.joined(separator: "\n\n")
    }

    /// Why a plugin runs or doesn't.
    @MainActor static func why(_ report: PluginReport, _ history: PluginHistory) -> String {
        let manifest = report.manifest
        let names = Set([manifest.id, report.origin, report.library?.fileName, report.library].compactMap(\.self))
        let strikes = names.sorted().flatMap { history.health.strikes[$0] ?? [] }
        let answer = report.state == .discovered ? "runs." : "doesn't run; it \(report.state.predicate)"
        var lines = ["The plugin '\(manifest.id)' \(answer)"]
        let type = report.typeName.map { ", type \($0)" } ?? ""
        let path = report.library.map { ", in \($0)" } ?? ""
        lines.append("It comes from \(report.origin)\(type)\(path).")
        if !manifest.requires.isEmpty { lines.append("It requires \(manifest.requires.joined(separator: ", ")).") }
        if !manifest.after.isEmpty { lines.append("It starts after \(manifest.after.joined(separator: ", ")).") }
        if let failure = report.lastFailure { lines.append("It failed in the last run: \(failure)") }
        for strike in strikes { lines.append("It brought the program down \(strike.place).") }
        return lines.map(\.escapingControls).joined(separator: "\n")
    }

    /// The recorded reason why a plugin that is missing now would not run; nil if there is none.
    @MainActor static func whyAbsent(_ id: String, _ history: PluginHistory) -> String? {
        var lines: [String] = []
        if let reason = history.health.quarantineReason(id) { lines.append("It is quarantined: \(reason).") }
        if history.health.disabled.contains(id) { lines.append("It is disabled by hand.") }
        for strike in history.health.strikes[id] ?? [] { lines.append("It brought the program down \(strike.place).") }
        if lines.isEmpty { return nil }
        return (["The plugin '\(id)' isn't here: neither the program nor its plugin folders have it."] + lines)
            .joined(separator: "\n")
    }

    /// Something that a person should know about the plugins.
    struct Finding {
        let isProblem: Bool
        let text: String
    }

    /// The problems that keep plugins from running, or may do so at the next crash.
    @MainActor static func findings(_ reports: [PluginReport], _ history: PluginHistory) -> [Finding] {
        let running = reports.filter { [.discovered, .active].contains($0.state) }.count
        var findings = [Finding(isProblem: false, text: "\(running) of \(reports.count) plugins run")]
        for report in reports {
            let state = report.state
            if state.reason != nil {
                findings.append(Finding(isProblem: state.isProblem, text: "\(report.manifest.id) \(state.predicate)"))
            }
            if let failure = report.lastFailure {
                findings.append(
                    Finding(isProblem: false, text: "\(report.manifest.id) failed in the last run: \(failure)")
                )
            }
        }
        findings += relations(reports.map(\.manifest))
        let health = history.health
        for (name, strikes) in health.strikes.sorted(by: { $0.key < $1.key }) where !health.isQuarantined(name) {
            let text = "\(name) brought the program down once, \(strikes[0].place)"
            findings.append(Finding(isProblem: false, text: text))
        }
        if health.unblamedCrashes > 0 {
            findings.append(
                Finding(
                    isProblem: health.needsSafeMode,
                    text: "\(health.unblamedCrashes) of \(PluginHealth.unblamedLimit) crashes that start safe mode"
                )
            )
        }
        return findings
    }

    /// The references between manifests that may be mistakes.
    static func relations(_ manifests: [PluginManifest]) -> [Finding] {
        let ids = Set(manifests.map(\.id))
        let required = Set(manifests.flatMap(\.requires))
        var spelling = SpellingHints(among: { ids })
        return manifests.flatMap { manifest in
            manifest.unknownPredecessors(among: ids, &spelling).map { predecessor in
                Finding(
                    isProblem: predecessor.hint != nil,
                    text: manifest.id + " "
                        + (predecessor.warning ?? "starts after '\(predecessor.id)', a plugin that isn't attached")
                )
            }
                + manifest.provides.filter { !required.contains($0) }.map { service in
                    let text = "\(manifest.id) provides the service '\(service)', which no plugin requires; "
                    let wayOut = "a plugin that can't do without it lists it in `requires`"
                    return Finding(isProblem: false, text: text + wayOut)
                }
        }
    }

    static func lines(_ findings: [Finding]) -> String {
        findings.map { ($0.isProblem ? "problem  " : "ok       ") + $0.text.escapingControls }.joined(separator: "\n")
    }

    static func json(_ findings: [Finding]) -> String {
        PlainValue.array(findings.map { ["isProblem": .bool($0.isProblem), "text": .string($0.text)] }).indentedJSON
    }
}
