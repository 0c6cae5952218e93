import HostRuntime

/// A page with a table, a filter, and details of the selected row.
///
/// A subclass gives `columns`, and `fetch()`, `id(of:)`, `cells(of:)` and
/// `details(of:)` for its items. Only the rows on the screen are made.
class TablePage<Item>: InspectorPage {
    let table = TableView()
    let details = DetailView()
    private let filter = PanelField(placeholder: "filter")
    private var all: [Item] = []
    private var nextReload: HostTimer?

    /// The items that the filter leaves, in the order of the table.
    private(set) var items: [Item] = []

    override init(_ panel: InspectorPanel) {
        super.init(panel)
        table.columns = columns
        table.cells = { [weak self] row in
            guard let self, items.indices.contains(row) else { return [] }
            return cells(of: items[row])
        }
        table.onSelect = { [weak self] in self?.selectionDidChange() }
        table.onChoose = { [weak self] column in
            if let self, let item = selected { choose(item, column: column) }
        }
        filter.onChange = { [weak self] _ in self?.applyFilter() }
        filter.onSubmit = { [weak self] in self?.table.becomeFirstResponder() }
        filter.onLeave = { [weak self] in _ = self?.leave() }
        filter.onDown = { [weak self] in self?.table.becomeFirstResponder() }
        filter.isHidden = true
        filter.accessibilityLabel = "filter"
        for view in [filter, table, details] as [View] { addSubview(view) }
    }

    // MARK: - For subclasses

    var columns: [TableColumn] { [] }

    /// Returns all items, in the order of the table.
    func fetch() -> [Item] { [] }

    /// Returns what identifies an item from one `fetch()` to the next.
    func id(of item: Item) -> AnyHashable { 0 }

    /// Returns a cell for each column.
    func cells(of item: Item) -> [TableCell] { [] }

    /// Returns the details of the selected item; empty for none.
    func details(of item: Item) -> [DetailView.Line] { [] }

    /// Returns the text that a filter searches, by default that of the cells.
    func searchText(of item: Item) -> String { cells(of: item).map(\.text).joined(separator: " ") }

    /// The sentence that stands in place of an empty table.
    var emptyText: String { "There is nothing here." }

    /// The line above the table.
    var summary: String { "\(all.count)" }

    /// Handles enter on an item, or a tap on the selected one.
    func choose(_ item: Item, column: Int) {}

    override var barText: String {
        selected.map { cells(of: $0).map(\.text).filter { !$0.isEmpty }.joined(separator: " · ") } ?? summary
    }

    /// Whether the first row stays selected, whatever it is, until the person selects another one.
    ///
    /// It's for tables whose first row matters most.
    var keepsTop: Bool { false }

    /// Whether the rows scroll with a selected one that moves, so that it stays where it is on the screen.
    var followsSelection: Bool { true }

    /// Whether the selected item is selected again when the person comes back to the page.
    var keepsSelection: Bool { true }

    /// Called when another row is selected; call `super`.
    func selectionDidChange() {
        details.lines = selected.map(details(of:)) ?? []
        setNeedsLayout()
        panel.actionsDidChange()
    }

    // MARK: - Items

    /// The number of items with a noun, and of how many if a filter leaves out some: `3 of 61 commands`.
    func count(of noun: String) -> String {
        items.count == all.count ? all.count.of(noun) : "\(items.count) of \(all.count.of(noun))"
    }

    /// The number of items, without a filter.
    var totalCount: Int { all.count }

    var allItems: [Item] { all }

    /// The selected item.
    var selected: Item? { table.selectedIndex.flatMap { items.indices.contains($0) ? items[$0] : nil } }

    /// Fetches the items again; the selected one stays selected.
    func reload() {
        clock = PersonsClock(context.time)
        all = fetch()
        applyFilter()
    }

    /// Chooses the item with an id, and returns whether there is one.
    @discardableResult
    func select(_ id: AnyHashable) -> Bool {
        guard let row = items.firstIndex(where: { self.id(of: $0) == id }) else { return false }
        table.select(row)
        return true
    }

    override func open() {
        filter.text = panel.memory(of: panel.pageID).filter
        filter.isHidden = filter.text.isEmpty
        reload()
        if keepsSelection, let id = panel.memory(of: panel.pageID).selection { select(id) }
        whenClosed { [weak self] in
            guard let self else { return }
            nextReload?.cancel()
            let memory = PageState(filter: filter.text, selection: keepsSelection ? selected.map(id(of:)) : nil)
            panel.remember(memory, of: panel.pageID)
        }
    }

    /// Fetches the items again in the next turn: a thousand changes at once are read once.
    final func setNeedsReload() {
        guard nextReload == nil else { return }
        nextReload = context.time.schedule(after: .zero) { [weak self] in
            self?.nextReload = nil
            self?.reload()
        }
    }

    private func applyFilter() {
        let selectedID = keepsTop && table.selectedIndex == 0 ? nil : selected.map(id(of:))
        let words = filter.text.lowercased().split(separator: " ")
        items =
            words.isEmpty
            ? all
            : all.filter { item in
                let text = searchText(of: item).lowercased()
                return words.allSatisfy { text.contains($0) }
            }
        table.emptyText = words.isEmpty ? emptyText : "Nothing matches '\(filter.text)'."
        table.reload(
            count: items.count,
            selecting: selectedID.flatMap { id in
                // Mostly it hasn't moved.
                if let row = table.selectedIndex, items.indices.contains(row), self.id(of: items[row]) == id {
                    return row
                }
                return items.firstIndex { self.id(of: $0) == id }
            },
            follows: followsSelection
        )
        selectionDidChange()
        setNeedsDisplay()
    }

    /// Reads the items again when windows of the program change, and soon after it has drawn something: frames and alphas
    /// change without a message, but not without a frame.
    final func followWindows() {
        observe(WindowDidChange.self) { [weak self] change in
            if let self, change.window.owner != panel.owner { setNeedsReload() }
        }
        keepCurrent { [weak self] in self?.reload() }
    }

    // MARK: - Keys

    override var firstControl: View { table }

    /// The action that shows or hides what is the inspector's own.
    var ownAction: PageAction {
        PageAction(.character("o"), panel.showsOwn ? "hide own" : "show own") { [weak self] in
            self?.panel.showsOwn.toggle()
            self?.reload()
        }
    }

    /// The actions of every page with a table, after those of the page itself.
    var tableActions: [PageAction] {
        let filter = PageAction(.character("/"), "filter") { [weak self] in self?.beginFilter() }
        guard details.isScrollable else { return [filter] }
        return [
            filter,
            PageAction(.character("J"), "details down") { [weak self] in _ = self?.details.scroll(by: 3) },
            PageAction(.character("K"), "details up") { [weak self] in _ = self?.details.scroll(by: -3) },
        ]
    }

    private func beginFilter() {
        filter.isHidden = false
        // As one that nobody has typed, it's selected as a whole, and typing replaces it.
        let text = filter.text
        filter.text = text
        setNeedsLayout()
        filter.becomeFirstResponder()
    }

    override func leave() -> Bool {
        guard !filter.isHidden else { return false }
        endFilter()
        table.becomeFirstResponder()
        return true
    }

    /// Shows all items again.
    final func endFilter() {
        if !filter.text.isEmpty {
            filter.text = ""
            applyFilter()
        }
        filter.isHidden = true
        setNeedsLayout()
    }

    // MARK: - Layout

    private var layout: SplitLayout {
        SplitLayout(bounds.size, rows: table.count, wanted: table.wantedWidth) {
            self.details.preferredHeight(width: $0)
        }
    }

    override func layoutSubviews() {
        if bounds.width >= SplitLayout.leastForColumns {
            table.frame = layout.table
            table.measure()
        }
        let layout = layout
        let field = min(28, max(0, bounds.width / 3))
        filter.frame = Rect(x: bounds.width - field - 1, y: 0, width: field, height: min(1, layout.head))
        table.frame = layout.table
        details.frame = layout.details
    }

    override var accessibilityElements: [AccessibilityElement] { [AccessibilityElement(.text, summary)] }

    override func draw(in canvas: inout Canvas) {
        let layout = layout
        if layout.head > 0 {
            let end = filter.isHidden ? bounds.width - 1 : filter.frame.minX
            let shown = TextWidth.truncate(summary, to: max(0, end - 2))
            canvas.draw(shown, at: Point(x: 1, y: 0), style: Styles.quiet)
        }
        if let line = layout.line, !details.isHidden {
            canvas.fill(line, style: Styles.line, character: line.width > 1 ? "─" : "│")
        }
    }
}

/// A field of the panel, for a filter or an answer.
final class PanelField: TextField {
    var onLeave: (@MainActor () -> Void)?
    var onDown: (@MainActor () -> Void)?

    override func keyDown(_ event: KeyEvent) -> Bool {
        switch event {
        case KeyEvent(.escape): onLeave?()
        case KeyEvent(.down) where onDown != nil: onDown?()
        default: return super.keyDown(event)
        }
        return true
    }
}

/// Text in lines about the selected thing, which the page's own keys scroll.
final class DetailView: TextView {
    override var canBecomeFirstResponder: Bool { false }
}

/// The places of a table and the details of its selected row; a pure value.
struct SplitLayout: Hashable, Sendable {
    /// The rows above the table.
    let head: Int
    let table: Rect
    let details: Rect

    /// The line between the table and the details.
    let line: Rect?

    /// The width from which the details are beside the table and not below it.
    static let leastForColumns = 110

    init(_ size: Size, rows: Int, wanted tableWidth: Int = 0, details height: (Int) -> Int) {
        let (width, all) = (size.width, size.height)
        head = all >= 4 ? 1 : 0
        let room = all - head
        // The details need some rows, and the table needs more of them.
        guard room >= 8, width >= 24 else {
            table = Rect(x: 0, y: head, width: width, height: room)
            details = .zero
            line = nil
            return
        }
        if width >= SplitLayout.leastForColumns {
            // A table needs as much as on a screen of 80 columns. Beyond that, it shares with the details, of which it
            // may have more while its texts are cut.
            let left = max(width * 3 / 5, min(80, width - 40), min(tableWidth, width - 60))
            table = Rect(x: 0, y: head, width: left, height: room)
            line = Rect(x: left, y: head, width: 1, height: room)
            details = Rect(x: left + 1, y: head, width: width - left - 1, height: room)
            return
        }
        let wanted = height(width)
        let most = max(room / 2, room - rows - 3)
        let least = min(max(wanted, 0), most)
        guard least > 0 else {
            table = Rect(x: 0, y: head, width: width, height: room)
            details = .zero
            line = nil
            return
        }
        table = Rect(x: 0, y: head, width: width, height: room - least - 1)
        line = Rect(x: 0, y: head + room - least - 1, width: width, height: 1)
        details = Rect(x: 0, y: all - least, width: width, height: least)
    }
}
