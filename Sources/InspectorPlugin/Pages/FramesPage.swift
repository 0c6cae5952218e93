import HostRuntime

/// What is slow: the calls from one place that held the main actor for too long, or all calls from one.
struct SlowItem: Hashable, Sendable {
    let owner: Owner
    let place: String
    let calls: Int
    let time: Duration
    let longest: Duration

    /// The stalls, newest first; empty for calls that were measured.
    var stalls: [StallReport] = []

    var isStall: Bool { !stalls.isEmpty }

    init(_ cost: CallCost) {
        (owner, place, calls, time, longest) = (cost.owner, cost.place, cost.calls, cost.time, cost.longest)
    }

    /// Creates the item for stalls of one place, oldest first.
    private init(_ stalls: [StallReport]) {
        owner = stalls[0].owner
        place = stalls[0].place
        calls = stalls.count
        time = stalls.reduce(.zero) { $0 + $1.duration }
        longest = stalls.map(\.duration).max() ?? .zero
        self.stalls = stalls.reversed()
    }

    /// Returns the stalls and then the calls, those that took the longest first.
    static func all(_ stalls: [StallReport], _ costs: [CallCost]) -> [SlowItem] {
        let places = Dictionary(grouping: stalls) { [$0.owner, $0.place] as [AnyHashable] }
        return places.values.map(SlowItem.init).sorted { ($1.time, $0.place) < ($0.time, $1.place) }
            + costs.map(SlowItem.init)
    }
}

/// The stalls, and the costs of frames and of the calls of each plugin from when the page opens.
final class FramesPage: TablePage<SlowItem> {
    private var meter = FrameMeter()
    private var calls: CallWatch?
    /// The time since which stalls are listed: from the start of the program, until the person starts again.
    private var stallsSince = Duration.zero

    override var columns: [TableColumn] {
        [
            TableColumn("OWNER", 18),
            .growing("CALLED", least: 20),
            TableColumn("CALLS", 7, alignedRight: true, priority: 2),
            TableColumn("TIME", 8, alignedRight: true),
            TableColumn("LONGEST", 8, alignedRight: true, priority: 1),
        ]
    }

    override func open() {
        begin()
        super.open()
        let owner = panel.owner
        let frames = context.inspection.watchFrames { [weak self] frame in
            guard let self else { return }
            // A frame that only the inspector has caused measures the inspector.
            let isOwn = !frame.drawnWindows.isEmpty && frame.drawnWindows.allSatisfy { $0.owner == owner }
            // One on which nothing has changed measures nothing.
            let isEmpty = frame.drawnWindows.isEmpty && frame.bytes == 0
            if panel.showsOwn || !isOwn && !isEmpty { meter.add(frame) }
        }
        whenClosed { frames.cancel() }
        whenClosed { [weak self] in self?.calls?.cancel() }
        every(.milliseconds(500)) { [weak self] in self?.reload() }
    }

    private func begin() {
        calls?.cancel()
        calls = context.inspection.watchCalls()
        meter = FrameMeter()
    }

    // MARK: - The calls

    override func fetch() -> [SlowItem] {
        let stalls = context.inspection.stalls.filter { $0.time >= stallsSince }
        let items = SlowItem.all(stalls, calls?.costs ?? [])
        return panel.showsOwn ? items : items.filter { $0.owner != panel.owner }
    }

    override var keepsTop: Bool { true }

    // The most expensive stay in sight.
    override var followsSelection: Bool { false }

    override func id(of item: SlowItem) -> AnyHashable { [item.owner, item.place, item.isStall] as [AnyHashable] }

    override func cells(of item: SlowItem) -> [TableCell] {
        let color: Color? = item.longest >= .milliseconds(16) ? Theme.danger : nil
        return [
            TableCell("\(item.owner)", isBold: true),
            item.isStall ? TableCell("stall \(item.place)", Theme.danger) : TableCell(item.place),
            TableCell("\(item.calls)"),
            TableCell(item.time.inWords),
            TableCell(item.longest.inWords, color),
        ]
    }

    override func details(of item: SlowItem) -> [DetailView.Line] {
        guard !item.isStall else {
            return [
                .heading("\(item.owner) \(item.place)"),
                .text(
                    "While this ran, the program answered no key and drew nothing: it held the main actor for more than "
                        + "250 ms.",
                    Theme.danger
                ),
                .heading(item.calls.of("time")),
            ] + item.stalls.prefix(50).map { .field(clock.text($0.time), $0.duration.inWords) }
        }
        let all = allItems.reduce(Duration.zero) { $0 + ($1.isStall ? .zero : $1.time) }
        let share = all > .zero ? item.time / all * 100 : 0
        return [
            .heading("\(item.owner) \(item.place)"),
            .field("calls", "\(item.calls)"),
            .field("time", "\(item.time.inWords), \(Int(share.rounded())) % of all that was measured"),
            .field("average", item.calls > 0 ? (item.time / item.calls).inWords : "none"),
            .field("longest", item.longest.inWords),
        ]
    }

    override var emptyText: String { "No plugin's code has run since the page was opened, and none has stalled." }

    override var summary: String {
        let stalls = allItems.reduce(0) { $0 + $1.stalls.count }
        return (stalls == 0 ? "" : "\(stalls.of("stall")) · ") + meter.line(at: context.time.now)
    }

    override var barText: String { summary }

    override var actions: [PageAction] {
        [
            PageAction(.character("r"), "start again") { [weak self] in
                guard let self else { return }
                stallsSince = context.time.now
                begin()
                reload()
            },
            ownAction,
        ] + tableActions
    }
}
