import HostRuntime

/// The live traffic on the bus; while the last line is selected, it follows.
final class BusPage: FollowingPage<BusEvent> {
    private var traffic = BusHistory(limit: BusPage.limit)
    private var isPaused = false

    /// The number of events that are kept at least, and half of what is kept at most.
    private static let limit = 10_000

    override var columns: [TableColumn] {
        [
            TableColumn("TIME", 12, alignedRight: true),
            .growing("FROM", least: 14),
            .growing("MESSAGE", least: 30),
            TableColumn("SEEN BY", 7, alignedRight: true, priority: 1),
        ]
    }

    override func open() {
        super.open()
        let watch = context.inspection.watchTraffic { [weak self] traffic in self?.add(traffic) }
        whenClosed { watch.cancel() }
    }

    private func add(_ traffic: BusTraffic) {
        guard !isPaused else { return }
        self.traffic.append(traffic)
        // Hidden events change nothing on the screen.
        if traffic.events.contains(where: isListed) { contentDidChange() }
    }

    /// Whether an event isn't muted, and is not about the inspector, unless the person has asked for those.
    ///
    /// The inspector's posts are listed: it posts only what a person has asked it to post.
    private func isListed(_ event: BusEvent) -> Bool {
        if event.kind == .post, panel.mutedMessages.contains(event.messageName) { return false }
        return panel.showsOwn || event.subject != panel.owner
    }

    override func fetch() -> [BusEvent] { traffic.events.filter(isListed) }

    override func id(of event: BusEvent) -> AnyHashable { event.number }

    override func cells(of event: BusEvent) -> [TableCell] {
        let color: Color? =
            switch event.kind {
            case .post: nil
            case .failure: Theme.danger
            case .leakWarning: Theme.caution
            }
        return [
            .quiet(clock.text(event.time)),
            TableCell("\(event.owner)"),
            TableCell(text(of: event), color),
            event.kind == .post
                ? TableCell("\(event.observers)", event.observers == 0 ? Theme.quiet.foreground : nil) : "",
        ]
    }

    /// The event in one line; a dot for each post that it's nested in.
    private func text(of event: BusEvent) -> String {
        switch event.kind {
        case .post: String(repeating: "· ", count: min(event.depth, 8)) + event.text
        case .failure: "✗ \(event.messageName)  \(event.text)"
        case .leakWarning: "! \(event.text)"
        }
    }

    override func searchText(of event: BusEvent) -> String { "\(event.owner) \(event.messageName) \(event.text)" }

    override func details(of event: BusEvent) -> [DetailView.Line] {
        var lines: [DetailView.Line] = [.heading(event.messageName)]
        if event.text != event.messageName {
            lines.append(.text(event.text, event.kind == .post ? nil : Theme.danger))
        }
        let by = event.kind == .post ? "posted by" : "from"
        lines.append(.field(by, "\(event.owner)" + (event.place.isEmpty ? "" : "  \(event.place)")))
        lines.append(.field("at", clock.longText(event.time)))
        if let subject = event.subject, subject != event.owner { lines.append(.field("about", "\(subject)")) }
        if event.depth > 0 {
            lines.append(.field("inside", event.depth.of("other post")))
        }
        if !event.isOnMainThread { lines.append(.field("thread", "another thread")) }
        let observers = context.inspection.observers.filter {
            $0.messageName == event.messageName && (panel.showsOwn || $0.owner != panel.owner)
        }
        return lines + TopicsPage.lines(of: observers)
    }

    // MARK: - Actions

    override var actions: [PageAction] {
        let muting = muteActions(of: selected.flatMap { $0.kind == .post ? $0.messageName : nil })
        return [followAction] + muting + [
            PageAction(.character("c"), "clear") { [weak self] in
                self?.traffic = BusHistory(limit: BusPage.limit)
                self?.reload()
            },
            PageAction(.character("P"), isPaused ? "resume" : "pause") { [weak self] in
                self?.isPaused.toggle()
                self?.panel.actionsDidChange()
                self?.setNeedsDisplay()
            },
            postAction,
            ownAction,
        ] + tableActions
    }

    override var emptyText: String {
        panel.mutedMessages.isEmpty
            ? "No message has been posted since this page was opened. Messages appear here as they are posted."
            : "No other message has been posted since this page was opened; M shows the muted ones."
    }

    override var summary: String {
        let dropped = traffic.dropped > 0 ? ", \(traffic.dropped) older ones dropped" : ""
        let muted = panel.mutedMessages.isEmpty ? "" : ", \(panel.mutedMessages.count) muted"
        return count(of: "event") + dropped + muted
            + (isPaused ? ", paused" : followText)
    }
}
