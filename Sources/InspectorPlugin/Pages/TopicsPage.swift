import HostRuntime

/// The topics of the bus with their rates, and who observes each, with file and line.
final class TopicsPage: TablePage<TopicStatistics> {
    private var rates = TopicRates()
    private var leaks: [String: LeakWarning] = [:]

    override var columns: [TableColumn] {
        [
            .growing("MESSAGE", least: 20),
            TableColumn("OBSERVERS", 9, alignedRight: true),
            TableColumn("POSTS", 7, alignedRight: true),
            TableColumn("A SECOND", 8, alignedRight: true, priority: 1),
            TableColumn("CALLS", 7, alignedRight: true, priority: 2),
            TableColumn("FAILED", 6, alignedRight: true, priority: 3),
            TableColumn("DROPPED", 7, alignedRight: true, priority: 4),
            TableColumn("KIND", 8, priority: 5),
        ]
    }

    override func open() {
        super.open()
        every(.seconds(1)) { [weak self] in self?.reload() }
    }

    override func fetch() -> [TopicStatistics] {
        let topics = context.inspection.topics
        rates.read(topics, at: context.time.now)
        let warnings = context.inspection.leakWarnings
        leaks = Dictionary(warnings.map { ($0.messageName, $0) }, uniquingKeysWith: { first, _ in first })
        return topics
    }

    override func id(of topic: TopicStatistics) -> AnyHashable { topic.topic }

    override func cells(of topic: TopicStatistics) -> [TableCell] {
        let rate = rates.perSecond[topic.topic] ?? 0
        return [
            // In the column that is always there.
            isMuted(topic) ? TableCell("muted · \(topic.messageName)", Theme.caution) : TableCell(topic.messageName),
            TableCell("\(topic.observers)", leaks[topic.messageName] == nil ? nil : Theme.danger),
            TableCell("\(topic.posts)"),
            rate == 0 ? "" : TableCell(rate.text(), rate >= 100 ? Theme.caution : nil),
            TableCell("\(topic.deliveries)"),
            topic.failures == 0 ? "" : TableCell("\(topic.failures)", Theme.danger),
            topic.dropped == 0 ? "" : TableCell("\(topic.dropped)", Theme.caution),
            .quiet(topic.isNamed ? "named" : topic.isSticky ? "sticky" : ""),
        ]
    }

    override func searchText(of topic: TopicStatistics) -> String { topic.messageName }

    override func details(of topic: TopicStatistics) -> [DetailView.Line] {
        var lines: [DetailView.Line] = [.heading(topic.messageName)]
        if let leak = leaks[topic.messageName] { lines.append(.text("\(leak)", Theme.danger)) }
        if topic.isSticky { lines.append(.text("Sticky: the last message is kept for later observers.")) }
        let observers = context.inspection.observers.filter {
            $0.topic == topic.topic && (panel.showsOwn || $0.owner != panel.owner)
        }
        return lines + TopicsPage.lines(of: observers)
    }

    /// A line for each place that observes.
    static func lines(of observers: [ObserverInfo]) -> [DetailView.Line] {
        guard !observers.isEmpty else { return [.text("No observer.", Theme.quiet.foreground)] }
        // One place may add thousands.
        var counts: [ObserverInfo: Int] = [:]
        let places = observers.filter { observer in
            counts[observer, default: 0] += 1
            return counts[observer] == 1
        }
        let shown = places.prefix(200).map { observer in
            let count = counts[observer] ?? 1
            let text = "\(observer.place)  \(observer.delivery.inWords)" + (count > 1 ? "  \(count) times" : "")
            return DetailView.Line.field("\(observer.owner)", text)
        }
        let rest = places.count > 200 ? [DetailView.Line.text("and \(places.count - 200) more places")] : []
        return [.heading("Observed by, in this order")] + shown + rest
    }

    // MARK: - Actions

    override var actions: [PageAction] {
        muteActions(of: selected?.messageName) + [postAction, ownAction] + tableActions
    }

    private func isMuted(_ topic: TopicStatistics) -> Bool { panel.mutedMessages.contains(topic.messageName) }

    override var emptyText: String { "Nothing has been observed or posted yet." }

    override var summary: String {
        let posts = rates.perSecond.values.reduce(0, +)
        let rate = posts == 0 ? "" : ", \(Int(posts.rounded())) posts a second"
        return count(of: "topic") + rate + (leaks.isEmpty ? "" : ", \(leaks.count.of("leak warning"))")
    }
}

extension ObserverDelivery {
    /// The place of the call in words.
    fileprivate var inWords: String {
        switch self {
        case .mainActor: "on the main actor"
        case .anyThread: "on any thread"
        case .sequence: "as a sequence"
        }
    }
}
