import HostRuntime

/// The newest requests of all parties, the last one first.
final class NetworkPage: TablePage<FetchReport> {
    override var columns: [TableColumn] {
        [
            TableColumn("TIME", 12, alignedRight: true),
            .growing("FROM", least: 12, priority: 1),
            .growing("ANSWER", least: 10),
            TableColumn("SIZE", 8, alignedRight: true),
            TableColumn("TOOK", 8, alignedRight: true, priority: 2),
            .growing("ADDRESS", least: 24),
        ]
    }

    override func open() {
        super.open()
        // Requests come and go without a message.
        every(.seconds(1)) { [weak self] in self?.reload() }
    }

    override var keepsTop: Bool { true }

    override func fetch() -> [FetchReport] { context.inspection.fetches.reversed() }

    override func id(of fetch: FetchReport) -> AnyHashable { [AnyHashable(fetch.startedAt), fetch.address] }

    override func cells(of fetch: FetchReport) -> [TableCell] {
        [
            .quiet(clock.text(fetch.startedAt)),
            TableCell("\(fetch.owner)"),
            TableCell(fetch.answer, fetch.color),
            TableCell(fetch.receivedBytes.bytesInWords),
            TableCell(fetch.time?.inWords ?? ""),
            TableCell(fetch.shownAddress),
        ]
    }

    override func details(of fetch: FetchReport) -> [DetailView.Line] {
        [
            .heading(fetch.shownAddress),
            .field("from", "\(fetch.owner)"),
            .field("at", clock.longText(fetch.startedAt)),
            .field("answer", fetch.answer, fetch.color),
            .field("received", fetch.receivedBytes.bytesInWords + (fetch.time.map { " in \($0.inWords)" } ?? "")),
        ]
    }

    override var actions: [PageAction] { tableActions }

    override var emptyText: String { "Nothing has been fetched yet." }

    override var summary: String {
        let failures = allItems.count { $0.failure != nil }
        return count(of: "request") + (failures > 0 ? ", \(failures) failed" : "")
    }
}

extension FetchReport {
    /// The server's answer, or the reason why there is none.
    fileprivate var answer: String { failure ?? status.map { "status \($0)" } ?? "under way" }

    fileprivate var color: Color? { failure == nil ? nil : Theme.danger }

    fileprivate var time: Duration? { endedAt.map { $0 - startedAt } }

    /// The address without its query and its fragment, in which there may be a key.
    fileprivate var shownAddress: String { String(address.prefix { $0 != "?" && $0 != "#" }) }
}
