import FoundationEssentials
import HostRuntime

/// A scenario or a group with its counters, and its decisions in this run, newest first.
struct ScenarioItem: Hashable, Sendable {
    let report: ScenarioReport
    let decisions: [DecisionReport]

    /// Joins the counters with the decisions.
    static func all(_ reports: [ScenarioReport], _ decisions: [DecisionReport]) -> [ScenarioItem] {
        let newest = Dictionary(grouping: decisions.reversed(), by: \.decision.scenario)
        return reports.map { report in
            ScenarioItem(report: report, decisions: report.isGroup ? [] : newest[report.id] ?? [])
        }
    }
}

/// The scenarios, and for each the answer to "why did nothing show?".
final class ScenariosPage: TablePage<ScenarioItem> {
    override var columns: [TableColumn] {
        [
            .growing("SCENARIO", least: 16),
            TableColumn("LAST", 8),
            .growing("WHY", least: 24),
            TableColumn("TIMES", 5, alignedRight: true, priority: 1),
            TableColumn("LAST TIME", 12, alignedRight: true, priority: 2),
        ]
    }

    override func open() {
        super.open()
        // A decision is recorded without a message.
        every(.seconds(1)) { [weak self] in self?.reload() }
    }

    override func fetch() -> [ScenarioItem] {
        ScenarioItem.all(context.inspection.scenarios, context.inspection.decisions)
    }

    override func id(of item: ScenarioItem) -> AnyHashable {
        [item.report.id, item.report.namespace ?? "", item.report.isGroup ? "group" : ""]
    }

    override func cells(of item: ScenarioItem) -> [TableCell] {
        let last = item.decisions.first?.decision
        return [
            TableCell(item.report.id, item.report.isGroup ? Theme.quiet.foreground : nil),
            last.map { TableCell($0.isAllowed ? "allowed" : "refused", color(of: $0)) } ?? "",
            last.map { TableCell($0.answer()) }
                ?? .quiet(item.report.isGroup ? "a group" : "not asked in this run"),
            "\(item.report.executions)",
            TableCell(item.report.secondsSinceExecution.map { clock.text(clock.now - $0) } ?? ""),
        ]
    }

    private func color(of decision: Decision) -> Color { decision.isAllowed ? Theme.good : Theme.danger }

    /// A number with the time of the last one, in both forms.
    private func count(_ number: Int, last seconds: Double?) -> String {
        guard let seconds else { return "\(number)" }
        let age = Duration.seconds(min(seconds, 1e12).rounded(.down)).inWords
        return "\(number), last \((clock.now - seconds).inWords(clock.zone)), \(age) ago"
    }

    override func details(of item: ScenarioItem) -> [DetailView.Line] {
        let report = item.report
        var lines: [DetailView.Line] = []
        if let last = item.decisions.first {
            lines.append(.heading(last.decision.isAllowed ? "Allowed, because" : "Refused, because"))
            let conditions = last.decision.conditions.flatMap { ScenariosPage.lines(of: $0, depth: 0) }
            lines += conditions.isEmpty ? [.text("The rule has no conditions.")] : conditions
            lines.append(.field("decided at", "\(clock.longText(last.time)), for \(last.owner)"))
        } else if !report.isGroup {
            lines.append(.text("Nothing has asked for it in this run, so it had no chance to happen."))
        }
        lines.append(.heading(report.isGroup ? "Counters of the group" : "Counters"))
        lines.append(.field("events", count(report.events, last: report.secondsSinceEvent)))
        lines.append(.field("executions", count(report.executions, last: report.secondsSinceExecution)))
        if report.openReservations > 0 { lines.append(.field("reserved", "\(report.openReservations)")) }
        if let namespace = report.namespace { lines.append(.field("store", namespace)) }
        let earlier = item.decisions.dropFirst()
        if !earlier.isEmpty { lines.append(.heading("Earlier in this run")) }
        for decision in earlier.prefix(50) {
            lines.append(
                .field(
                    clock.text(decision.time),
                    decision.decision.answer(),
                    color(of: decision.decision)
                )
            )
        }
        return lines
    }

    /// A line for a condition and for each of its parts, with a sign for whether it's met.
    private static func lines(of condition: Decision.Condition, depth: Int) -> [DetailView.Line] {
        // A combination of nothing says nothing.
        if condition.isMet, condition.parts.isEmpty, condition.kind == .all { return [] }
        let indent = String(repeating: "  ", count: depth)
        let line = DetailView.Line.text(
            "\(indent)\(condition.isMet ? "✓" : "✗") \(condition)",
            condition.isMet ? nil : Theme.danger
        )
        let parts = condition.parts.flatMap { lines(of: $0, depth: depth + 1) }
        // Neither does a group without a rule of its own.
        return parts.isEmpty && condition.isMet && !condition.parts.isEmpty ? [] : [line] + parts
    }

    override var actions: [PageAction] { tableActions }

    override var emptyText: String {
        "No scenario has been asked yet. A plugin records each decision with context.storage.record(_:), so that this page can say why."
    }

    override var summary: String {
        let scenarios = allItems.filter { !$0.report.isGroup }
        let refused = scenarios.count { $0.decisions.first?.decision.isAllowed == false }
        let groups = allItems.count - scenarios.count
        return scenarios.count.of("scenario") + (groups > 0 ? ", " + groups.of("group") : "")
            + (refused > 0 ? ", \(refused) refused the last time" : "")
    }
}
