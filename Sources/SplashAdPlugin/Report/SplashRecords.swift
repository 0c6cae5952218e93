import HostRuntime

/// The counts of the report as they are kept, by day in a ring of stores.
///
/// They have stores of their own, so that the counts of a year are neither read
/// at launch nor written with each count. A show is counted right after the rules
/// have counted it, and its outcome at its end. A process that is killed at any
/// moment loses what it was showing, at most.
@MainActor final class SplashRecords {
    fileprivate static let command = "splash.report"

    private let context: PluginContext
    private var isProblemLogged = false

    init(context: PluginContext) {
        self.context = context
    }

    private var today: Int { SplashReport.day(of: context.time.date, in: context.time.timeZone) }

    /// Counts a show, and returns the day to which it belongs.
    func countShow(of creative: String) -> Int {
        let day = today
        add(.show, of: creative, on: day)
        return day
    }

    /// Counts the outcome of a presentation, on the day of its show; without a show, nothing had appeared.
    func countEnd(of creative: String?, _ outcome: SplashOutcome, visible: Duration, shownOn day: Int?) {
        add(.end(outcome, visible: visible), of: creative ?? SplashReport.none, on: day ?? today)
    }

    private func add(_ counts: SplashCounts, of creative: String, on day: Int) {
        store(SplashReport.store(of: day)).update(summing: [SplashReport.key]) {
            SplashReport.add(counts, of: creative, on: day, to: &$0)
        }
    }

    private func store(_ number: Int) -> KeyValueStore { context.storage.store(named: "report-\(number)") }

    // MARK: - The report

    /// Returns the text of a report from a day until another one, by default the last 30 days.
    func report(_ format: SplashReport.Format, from: String, until: String) throws(CommandError) -> String {
        let today = today
        let last = day(until) ?? today
        let first = day(from) ?? last - 29
        guard first <= last else {
            let days = "\(SplashReport.label(first)) is after \(SplashReport.label(last))"
            let problem = CommandFieldError("from", "must not be after 'until': \(days)")
            throw .invalidArguments(command: SplashRecords.command, [problem])
        }
        let oldest = today - SplashReport.length + 1
        let report = SplashReport((0..<SplashReport.stores).map { store($0).all }, since: oldest)
        if let problem = report.problem, !isProblemLogged {
            context.log.warning(problem)
            isProblemLogged = true
        }
        return report.text(format, of: first...last)
    }

    private func day(_ text: String) -> Int? {
        SplashReport.day(text, today: today, in: context.time.timeZone)
    }

    /// Returns the problem of the text of a day; nil for a day, and for no text.
    func problem(_ text: String) -> String? {
        text.isEmpty || day(text) != nil ? nil : SplashReport.dayRule
    }
}

extension SplashDirector {
    func offerReport() throws {
        func day(_ name: String, _ title: String) -> CommandParameter {
            CommandParameter(name: name, title: title, hint: "2026-11-01 or yesterday", defaultValue: "") {
                [weak self] in self?.records.problem("\($0)")
            }
        }
        let formats = SplashReport.Format.allCases.map { CommandChoice(value: $0.rawValue, title: $0.rawValue) }
        let parameters = [
            CommandParameter(name: "format", title: "Format", kind: .choice { formats }, defaultValue: "table"),
            day("from", "From"), day("until", "Until"),
        ]
        try offer(SplashRecords.command, "Report what was shown", parameters) { director, arguments in
            let format = SplashReport.Format(rawValue: arguments.text("format")) ?? .table
            return try director.records.report(format, from: arguments.text("from"), until: arguments.text("until"))
        }
    }
}
