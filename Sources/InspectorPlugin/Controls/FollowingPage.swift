import HostRuntime

/// A table whose newest item is its last: while that is selected, the table follows what comes.
class FollowingPage<Item>: TablePage<Item> {
    /// Whether new items move the selection.
    private(set) var isFollowing = true

    private var isReloading = false
    private var refresh: HostTimer?
    private var isRefreshDue = false

    override func open() {
        super.open()
        whenClosed { [weak self] in self?.refresh?.cancel() }
    }

    /// Reads the items again soon: much that comes at once is read ten times a second.
    final func contentDidChange() {
        guard !isRefreshDue else { return }
        isRefreshDue = true
        refresh = context.time.schedule(after: .milliseconds(100)) { [weak self] in
            self?.isRefreshDue = false
            self?.reload()
        }
    }

    override var keepsSelection: Bool { false }

    override func reload() {
        isReloading = true
        super.reload()
        isReloading = false
        if isFollowing, !items.isEmpty { table.select(items.count - 1) }
    }

    override func selectionDidChange() {
        if !isReloading { isFollowing = table.selectedIndex.map { $0 == items.count - 1 } ?? true }
        super.selectionDidChange()
    }

    /// The end of the summary: whether the table moves with new items.
    var followText: String { isFollowing ? ", following" : ", not following" }

    /// The action that goes to the newest item and follows, or stops following.
    var followAction: PageAction {
        PageAction(.character(" "), isFollowing ? "stop following" : "follow") { [weak self] in
            guard let self else { return }
            isFollowing.toggle()
            if isFollowing { reload() }
            panel.actionsDidChange()
        }
    }
}
