import HostRuntime

/// The calls from one place that held the main actor for too long.
struct StallItem: Hashable, Sendable {
    let owner: Owner
    let place: String

    /// Newest first; there is one at least.
    let stalls: [StallReport]

    var time: Duration { stalls.reduce(.zero) { $0 + $1.duration } }
    var longest: Duration { stalls.map(\.duration).max() ?? .zero }

    /// Returns the stalls, oldest first, by place: first the place that took the longest.
    static func all(_ stalls: [StallReport]) -> [StallItem] {
        Dictionary(grouping: stalls) { [$0.owner, $0.place] as [AnyHashable] }.values
            .map { StallItem(owner: $0[0].owner, place: $0[0].place, stalls: $0.reversed()) }
            .sorted { ($1.time, $0.place) < ($0.time, $1.place) }
    }
}

/// The stalls since the start of the program, or since the person started again.
final class StallsPage: TablePage<StallItem> {
    private var since = Duration.zero

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
        super.open()
        // Each stall is in the log, too.
        let watch = context.inspection.watchLog { [weak self] _ in self?.setNeedsReload() }
        whenClosed { watch.cancel() }
    }

    override func fetch() -> [StallItem] {
        StallItem.all(
            context.inspection.stalls.filter { $0.time >= since && (panel.showsOwn || $0.owner != panel.owner) }
        )
    }

    override var keepsTop: Bool { true }

    // The most expensive stay in sight.
    override var followsSelection: Bool { false }

    override func id(of item: StallItem) -> AnyHashable { [item.owner, item.place] as [AnyHashable] }

    override func cells(of item: StallItem) -> [TableCell] {
        [
            TableCell("\(item.owner)", isBold: true),
            TableCell("stall \(item.place)", Theme.danger),
            TableCell("\(item.stalls.count)"),
            TableCell(item.time.inWords),
            TableCell(item.longest.inWords, Theme.danger),
        ]
    }

    override func details(of item: StallItem) -> [DetailView.Line] {
        [
            .heading("\(item.owner) \(item.place)"),
            .text(
                "While this ran, the program answered no key and drew nothing: it held the main actor for more than "
                    + "250 ms.",
                Theme.danger
            ),
            .heading(item.stalls.count.of("time")),
        ] + item.stalls.prefix(50).map { .field(clock.text($0.time), $0.duration.inWords) }
    }

    override var emptyText: String { "No call has held the main actor for more than 250 ms." }

    override var summary: String { allItems.reduce(0) { $0 + $1.stalls.count }.of("stall") }

    override var actions: [PageAction] {
        [
            PageAction(.character("r"), "start again") { [weak self] in
                guard let self else { return }
                since = context.time.now
                reload()
            },
            ownAction,
        ] + tableActions
    }
}
