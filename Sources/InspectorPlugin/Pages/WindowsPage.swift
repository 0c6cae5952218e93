import HostRuntime

/// A window, or one that has gone.
struct WindowItem: Hashable, Sendable {
    let window: WindowInfo

    /// The way in which the window went; nil while it's there.
    var gone: GoneWindow?
}

/// The stack of windows, front to back, with changes that can be undone, and the windows that have gone.
final class WindowsPage: TablePage<WindowItem> {
    private let layers = LayersView()

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

    override init(_ panel: InspectorPanel) {
        super.init(panel)
        layers.isHidden = true
        layers.onSelect = { [weak self] in _ = self?.select($0) }
        addSubview(layers)
    }

    override func open() {
        super.open()
        followWindows()
    }

    // MARK: - The table

    override func fetch() -> [WindowItem] {
        let gone = context.inspection.goneWindows.filter { panel.showsOwn || $0.window.owner != panel.owner }
        return context.inspection.windows(includingOwn: panel.showsOwn).map { WindowItem(window: $0) }
            + gone.reversed().map { WindowItem(window: $0.window, gone: $0) }
    }

    override func id(of item: WindowItem) -> AnyHashable { item.window.id }

    /// The selected window, unless it has gone.
    private var selectedWindow: WindowInfo? { selected.flatMap { $0.gone == nil ? $0.window : nil } }

    override func cells(of item: WindowItem) -> [TableCell] {
        let window = item.window
        if let gone = item.gone {
            let color = gone.reason == .unheld ? Theme.danger : Theme.quiet.foreground
            return ["", TableCell(gone.line, color), "", "", "", TableCell("gone", color)]
        }
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
        let all = allItems.count { $0.gone == nil }
        let shown = items.count { $0.gone == nil }
        let hidden = allItems.count { $0.gone == nil && $0.window.isHidden }
        return (shown == all ? "" : "\(shown) of ") + all.of("window") + ", front to back"
            + (hidden > 0 ? " · \(hidden) hidden" : "")
            + (allItems.count > all ? " · \(allItems.count - all) gone" : "")
    }

    override func details(of item: WindowItem) -> [DetailView.Line] {
        let window = item.window
        if let gone = item.gone { return gone.details }
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
        guard let window = selectedWindow else { return panel.showHighlight(nil) }
        panel.showHighlight(window.isHidden ? nil : window.frame, title: window.title)
        if !layers.isHidden { showLayers() }
    }

    override var barText: String {
        selected.map { item in
            let window = item.window
            return item.gone?.line ?? "\(window.title) · level \(window.level) · \(window.frame) · \(window.state.text)"
        } ?? ""
    }

    // MARK: - Changes

    override var actions: [PageAction] {
        guard let window = selectedWindow else {
            return undoActions + [ownAction] + tableActions
        }
        var actions: [PageAction] = []
        if layers.isHidden {
            actions.append(
                PageAction(.character("s"), window.isHidden ? "show" : "hide") { [weak self] in
                    self?.apply(window.isHidden ? .show : .hide)
                }
            )
            if !window.isHidden, window.canBecomeKey, !window.isKey {
                actions.append(PageAction(.character("k"), "make key") { [weak self] in self?.apply(.key) })
            }
            actions += [
                PageAction(.character("f"), "to front") { [weak self] in self?.apply(.front) },
                PageAction(.character("+"), "level up") { [weak self] in self?.step(by: 1) },
                PageAction(.character("-"), "level down") { [weak self] in self?.step(by: -1) },
                PageAction(.character("l"), "set level") { [weak self] in self?.askLevel() },
            ]
        } else {
            actions += [
                PageAction(.character("]"), "apart") { [weak self] in self?.layers.spread(by: 1) },
                PageAction(.character("["), "closer") { [weak self] in self?.layers.spread(by: -1) },
                PageAction(.character("w"), "write SVG") { [weak self] in self?.askFile() },
            ]
        }
        actions += undoActions
        actions.append(
            PageAction(.character("x"), layers.isHidden ? "layers" : "table") { [weak self] in self?.toggleLayers() }
        )
        actions.append(PageAction(.character("v"), "views") { [weak self] in self?.openViews() })
        actions.append(ownAction)
        return layers.isHidden ? actions + tableActions : actions
    }

    private var undoActions: [PageAction] {
        panel.undos.isEmpty ? [] : [PageAction(.character("u"), "undo") { [weak self] in self?.undo() }]
    }

    private func apply(_ change: WindowAdjustment) {
        if let window = selectedWindow { apply(change, to: window) }
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
        if let window = selectedWindow { apply(.level(window.level + distance)) }
    }

    private func askLevel() {
        guard let window = selectedWindow else { return }
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
        guard let window = selectedWindow, let page = panel.open("views") as? ViewsPage else { return }
        page.show(window.id)
    }

    // MARK: - Layers

    func showLayersOnly() {
        if layers.isHidden { toggleLayers() }
    }

    private func toggleLayers() {
        layers.isHidden.toggle()
        table.isHidden = !layers.isHidden
        details.isHidden = !layers.isHidden
        // A hidden window is no layer.
        if !layers.isHidden, selectedWindow?.isHidden ?? true,
            let front = items.first(where: { $0.gone == nil && !$0.window.isHidden })
        {
            select(front.window.id)
        }
        if layers.isHidden { table.becomeFirstResponder() } else { layers.becomeFirstResponder() }
        showLayers()
        setNeedsLayout()
        panel.actionsDidChange()
    }

    private func askFile() {
        panel.ask("write to the file", text: LayersFile.defaultName) { [weak self] path in
            guard let panel = self?.panel else { return nil }
            if let problem = LayersFile.problem(withName: path) { return "The name \(problem)." }
            Task { [weak panel] in
                guard let panel else { return }
                do {
                    panel.say(try await LayersFile.write(panel, to: path))
                } catch {
                    panel.say("\(error)")
                }
            }
            return nil
        }
    }

    private func showLayers() {
        guard !layers.isHidden else { return }
        let screen = context.windows.traits
        layers.hasColors = screen.colorDepth != .monochrome
        layers.outlinesAll = screen.colorDepth == .ansi16
        layers.show(LayerStack(context.inspection, screen: screen.size), selected: selectedWindow?.id)
    }

    override func reload() {
        super.reload()
        showLayers()
    }

    override var firstControl: View { layers.isHidden ? super.firstControl : layers }

    override func leave() -> Bool {
        if super.leave() { return true }
        guard !layers.isHidden else { return false }
        toggleLayers()
        return true
    }

    override func layoutSubviews() {
        super.layoutSubviews()
        layers.frame = Rect(x: 0, y: table.frame.minY, width: bounds.width, height: bounds.height - table.frame.minY)
    }
}

extension GoneWindow {
    fileprivate var line: String {
        "\(window.title) · recently gone\(count > 1 ? " \(count) times" : ""), made in "
            // Without the module, so that the line of the source is in sight.
            + (window.place.split(separator: "/").last.map(String.init) ?? "an unknown place")
    }

    /// The lines that describe the window and say why it has gone.
    fileprivate var details: [DetailView.Line] {
        let why =
            switch reason {
            case .closed: "It was closed with close()."
            case .ownerEnded: "The plugin that made it has ended, and its windows with it."
            case .unheld:
                "Nothing held it: a window disappears with the last reference to it. Keep it in a property, and close it "
                    + "with close()."
            }
        let seen = wasDrawn ? "yes" : window.isHidden ? "no: it was hidden" : "no: it went before the next frame"
        return [
            .heading("\(window.title) \(window.id)"), .text(why, reason == .unheld ? Theme.danger : nil),
            .field("made in", window.place), .field("owner", "\(window.owner)"), .field("seen", seen),
            .field("level", "\(window.level)"), .field("frame", "\(window.frame)"),
        ]
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
