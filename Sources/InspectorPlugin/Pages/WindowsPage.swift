import HostRuntime

/// The stack of windows, front to back, with changes that can be undone.
final class WindowsPage: TablePage<WindowInfo> {
    override var columns: [TableColumn] {
        [
            TableColumn("LEVEL", 6, alignedRight: true),
            .growing("WINDOW", least: 14),
            TableColumn("OWNER", 18, priority: 1),
            TableColumn("FRAME", 16, priority: 2),
            TableColumn("ALPHA", 5, alignedRight: true, priority: 3),
            TableColumn("STATE", 8),
        ]
    }

    override func open() {
        super.open()
        followWindows()
    }

    // MARK: - The table

    override func fetch() -> [WindowInfo] {
        context.inspection.windows(includingOwn: panel.showsOwn)
    }

    override func id(of window: WindowInfo) -> AnyHashable { window.id }

    override func cells(of window: WindowInfo) -> [TableCell] {
        let color = window.isHidden ? Theme.quiet.foreground : nil
        return [
            TableCell("\(window.level)", color),
            TableCell(window.title, color, isBold: window.isKey),
            TableCell("\(window.owner)", color),
            TableCell(window.frame.shortText, color),
            TableCell(window.alpha.text(), color),
            window.state,
        ]
    }

    override var emptyText: String { "The program has no windows." }

    override var summary: String {
        let (all, shown) = (allItems.count, items.count)
        let hidden = allItems.count(where: \.isHidden)
        return (shown == all ? "" : "\(shown) of ") + all.of("window") + ", front to back"
            + (hidden > 0 ? " · \(hidden) hidden" : "")
    }

    override func details(of window: WindowInfo) -> [DetailView.Line] {
        var lines: [DetailView.Line] = [
            .heading("\(window.title) \(window.id)"),
            .field("owner", "\(window.owner)"),
            .field("made in", window.place),
            .field("level", "\(window.level), \(window.level.name)"),
            .field("frame", "\(window.frame)"),
            .field("alpha", window.alpha.text()),
            .field("keyboard", window.keyboardText, window.isKey ? Theme.good : nil),
            .field("touches", window.touchText),
        ]
        if window.isModal { lines.append(.field("modal", "keeps keys and touches from the windows below")) }
        let views = context.inspection.views(of: window.id)
        if let first = views.first(where: \.isFirstResponder) { lines.append(.field("focus", first.title)) }
        lines.append(.field("views", "\(views.count)"))
        let changes = panel.undos.filter { $0.window == window.id }
        if !changes.isEmpty {
            lines.append(.field("changed", changes.map(\.change.inWords).joined(separator: ", "), Theme.caution))
        }
        return lines
    }

    override func selectionDidChange() {
        super.selectionDidChange()
        guard let window = selected else { return panel.showHighlight(nil) }
        panel.showHighlight(window.isHidden ? nil : window.frame, title: window.title)
    }

    override var barText: String {
        selected.map { "\($0.title) · level \($0.level) · \($0.frame) · \($0.state.text)" } ?? ""
    }

    // MARK: - Changes

    override var actions: [PageAction] {
        guard let window = selected else { return undoActions + [ownAction] + tableActions }
        var actions = [
            PageAction(.character("s"), window.isHidden ? "show" : "hide") { [weak self] in
                self?.apply(window.isHidden ? .show : .hide)
            }
        ]
        if !window.isHidden, window.canBecomeKey, !window.isKey {
            actions.append(PageAction(.character("k"), "make key") { [weak self] in self?.apply(.key) })
        }
        actions += [
            PageAction(.character("f"), "to front") { [weak self] in self?.apply(.front) },
            PageAction(.character("+"), "level up") { [weak self] in self?.step(by: 1) },
            PageAction(.character("-"), "level down") { [weak self] in self?.step(by: -1) },
            PageAction(.character("l"), "set level") { [weak self] in self?.askLevel() },
        ]
        actions += undoActions
        actions.append(PageAction(.character("v"), "views") { [weak self] in self?.openViews() })
        return actions + [ownAction] + tableActions
    }

    private var undoActions: [PageAction] {
        panel.undos.isEmpty ? [] : [PageAction(.character("u"), "undo") { [weak self] in self?.undo() }]
    }

    private func apply(_ change: WindowAdjustment) {
        if let window = selected { apply(change, to: window) }
    }

    private func apply(_ change: WindowAdjustment, to window: WindowInfo) {
        if let undo = context.inspection.apply(change, to: window.id) {
            panel.undos.append(undo)
            reload()
            panel.say("'\(window.title)' \(change.inWords) · u undoes it")
        } else {
            panel.say("Nothing has changed: '\(window.title)' was like that already, or is gone.")
        }
    }

    private func undo() {
        guard let undo = panel.undos.popLast() else { return }
        let isDone = context.inspection.undo(undo)
        reload()
        select(undo.window)
        panel.say(isDone ? "undone: \(undo.change.inWords)" : "There is nothing to undo: the window is gone.")
    }

    private func step(by distance: Double) {
        if let window = selected { apply(.level(window.level + distance)) }
    }

    private func askLevel() {
        guard let window = selected else { return }
        panel.ask("level of '\(window.title)'", text: "\(window.level)", placeholder: "0, 1000, 2000") { [weak self] in
            let number = Double($0.filter { $0 != " " })
            guard let number, number.isFinite, let level = WindowLevel(rawValue: number) else {
                return "A level is a number, such as 0 or 1000.5."
            }
            // Another one may be selected by now.
            self?.apply(.level(level), to: window)
            return nil
        }
    }

    private func openViews() {
        guard let window = selected, let page = panel.open("views") as? ViewsPage else { return }
        page.show(window.id)
    }
}

extension WindowInfo {
    var state: TableCell {
        if isKey { return TableCell("key", Theme.good) }
        if isHidden { return .quiet("hidden") }
        return alpha < 0.01 ? TableCell("clear", Theme.caution) : isModal ? "modal" : "visible"
    }

    fileprivate var keyboardText: String {
        if isKey { return "key: gets the keys" }
        return canBecomeKey ? "can become key" : "can't become key"
    }

    fileprivate var touchText: String {
        if !isUserInteractionEnabled { return "none: user interaction is disabled" }
        return switch hitPolicy {
        case .opaque: "all inside its frame"
        case .passThroughBackground: "those on its views; its background lets them through"
        case .none: "none"
        }
    }
}

extension WindowAdjustment {
    /// The state of the window after the change.
    fileprivate var inWords: String {
        switch self {
        case .show: "shown"
        case .hide: "hidden"
        case .level(let level): "moved to level \(level)"
        case .front: "brought to the front of its level"
        case .key: "made key"
        }
    }
}

extension WindowLevel {
    /// The name of a standard level, or the nearest one below.
    var name: String {
        for (level, name) in [(WindowLevel.alert, "alert"), (.statusBar, "status bar"), (.normal, "normal")] {
            if self == level { return name }
            if self > level { return "above \(name)" }
        }
        return "below normal"
    }
}

extension ViewReport {
    /// The class with the text, if there is one.
    var title: String {
        guard let text, !text.isEmpty else { return type }
        return "\(type) '\(text.prefix(while: { !$0.isNewline }))'"
    }
}
