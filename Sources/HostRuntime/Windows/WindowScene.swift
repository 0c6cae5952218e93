/// The windows on the screen: their order, the key window, and the routing of input.
///
/// The scene holds no window: one that nothing else holds disappears.
///
/// Every callback may change windows. Inside an event callback (`onEvent`, a
/// cancelled touch), changes of visibility, level, order or key take effect when
/// the callbacks for the current change have returned, in the order in which
/// they were made. Until then, windows read as before. So events arrive in the
/// order in which things happened, and at most one window is key at any time.
@MainActor public final class WindowScene {
    /// The number of changes in a row that callbacks may cause before further ones are dropped: 256.
    ///
    /// The limit ends a quarrel between two windows about which is key. The
    /// first dropped change is reported as `WindowEvent.changeDropped`; windows
    /// are removed even after it.
    static let callbackLimit = 256

    /// The size of the screen.
    private(set) var size: Size

    /// Called for each event of a window.
    var onEvent: (@MainActor (WindowEvent, WindowInfo) -> Void)?

    /// Called for each window that disappears, because nothing holds it, after it was shown and before it was drawn.
    var onLoss: (@MainActor (WindowInfo) -> Void)?

    /// Called for a key that a control presses; without it, the key goes to the key window alone.
    var onPress: (@MainActor (KeyEvent) -> Void)?

    /// Called when a frame is due; several changes may cause one call.
    var onChange: (@MainActor () -> Void)?

    /// Called after each input with where it went.
    let inputObservers = Observers<InputReport>()

    private(set) var stack = WindowStack()
    private var records: [WindowID: Record] = [:]
    private var lastID: UInt64 = 0

    private var pendingChanges: [PendingChange] = []
    private var isReporting = false
    private var pendingTouches: [(touch: Touch, time: Duration?)] = []
    private var isRoutingTouches = false
    /// The window on which the last touch began.
    private var lastTouched: WindowID?
    private var taps = TapSeries()
    /// The windows whose first sight is awaited.
    private var unseen: Set<WindowID> = []

    // Copies, because a window's last events come when it is gone. A class, because a frame reads each record.
    private final class Record {
        weak var window: Window?
        let title: String
        let owner: Owner
        let place: String

        init(_ window: Window) {
            self.window = window
            title = window.title
            owner = window.owner
            place = window.place
        }
    }

    private struct PendingChange {
        let change: WindowStack.Change
        // The content of a window that this change removes, which can't be asked for it anymore.
        var content: (any WindowContent)?
    }

    /// Creates an empty scene on a screen of a size.
    init(size: Size) {
        self.size = size
        stack.screen = screen
    }

    // MARK: - Windows

    /// All windows, back to front, including hidden ones.
    public var windows: [Window] {
        stack.entries.compactMap { window($0.id) }
    }

    /// The visible windows, back to front.
    public var visibleWindows: [Window] {
        stack.shown.compactMap { window($0.id) }
    }

    /// Descriptions of the visible windows, back to front.
    var visibleInfos: [WindowInfo] {
        stack.shown.compactMap { window($0.id) == nil ? nil : info($0) }
    }

    /// The window that receives keys, if any.
    ///
    /// When the key window is hidden, closed or may no longer be key, the
    /// window that was key most recently and still may be becomes key, or else
    /// the topmost one that may. No window behind a modal one may: if the modal one
    /// can't become key either, no window is key until it has gone. While the key
    /// window can't be seen, it gets no keys.
    public var keyWindow: Window? {
        stack.keyWindow.flatMap(window)
    }

    /// Changes the size of the screen, and of the windows that fill it.
    func resize(to size: Size) {
        guard size != self.size else { return }
        self.size = size
        stack.screen = screen
        for window in windows where window.fillsScreen { window.fillScreen() }
        perform(.settleKey)
        onChange?()
    }

    // MARK: - Hit-testing

    /// Returns the frontmost window that takes a touch at a point of the screen.
    public func window(at point: Point) -> Window? {
        hit(at: point).flatMap(window)
    }

    /// Explains which window takes a touch at a point of the screen, in a table of all windows, front to back.
    func explainHit(at point: Point) -> String {
        let stack = stack
        let verdicts = stack.explainHit(at: point, isUnseen: { isUnseen($0) }, isOnView: { isOnView($0, $1) })
        let target = verdicts.first { $0.verdict == .takes }.map { "'\(info($0.entry).title.escapingControls)'" }
        let rows = verdicts.map { entry, verdict in
            let window = info(entry)
            return [window.title, "\(window.owner)", "level \(window.level)", "\(window.frame)", verdict.rawValue]
        }
        return "\(point): \(target ?? "no window")" + (rows.isEmpty ? "" : "\n\(TextTable(rows))")
    }

    private func hit(at point: Point) -> WindowID? {
        // A copy: hit-testing calls the contents, which may change windows.
        let stack = stack
        return stack.hit(at: point, isUnseen: { isUnseen($0) }, isOnView: { isOnView($0, $1) })
    }

    func isOnView(_ id: WindowID, _ point: Point) -> Bool {
        window(id)?.withContent(.hitTest) { $0.hitTest(point) } ?? false
    }

    // MARK: - Input

    /// Routes a phase of a touch, given in screen coordinates.
    ///
    /// The window on which a touch begins has it until it ends, wherever the
    /// pointer or the windows go, and becomes key if it can. If that window is
    /// hidden or closed, it receives `.cancelled` and the rest of the touch is
    /// dropped. A touch that begins before the last one ended cancels it. A
    /// touch sent from inside a callback is routed when the callback has
    /// returned.
    ///
    /// With a time, a touch that continues a series of taps whose window is no
    /// longer there goes nowhere; see `TapSeries`.
    func send(_ touch: Touch, at now: Duration? = nil) {
        pendingTouches.append((touch, now))
        routePendingTouches()
    }

    /// Reports the pending taps of the window that was touched last, which could still have become more.
    ///
    /// Call it before anything that comes after them, such as a key: an action of theirs may change where that goes.
    func finishTaps() {
        lastTouched.flatMap(window)?.withContent(.input) { $0.finishTaps() }
    }

    /// Makes the next touch the first of its taps, however soon it comes, as a key before it would.
    func endTapSeries() { taps.finish() }

    /// Whether a key that no window has used may run a command.
    ///
    /// While a modal window is shown or the key window can't be seen, only a key for
    /// the whole program may: any other one must not act on what is covered.
    func leavesToCommands(_ key: KeyEvent) -> Bool {
        key.isForProgram || stack.modalPosition == nil && (keyTarget != nil || keyWindow == nil)
    }

    /// Sends a key to the key window; returns whether it was used.
    @discardableResult
    func send(_ key: KeyEvent) -> Bool {
        taps.finish()
        guard !inputObservers.isEmpty else { return keyTarget?.withContent(.input) { $0.key(key) } ?? false }
        let window = keyTarget
        // Before: the key may end the entry.
        let isSecret = isEnteringSecret
        let isUsed = window?.withContent(.input) { $0.key(key) } ?? false
        report(isSecret ? "a key" : "\(key)", to: window, isUsed: isUsed, key: isSecret ? nil : key)
        return isUsed
    }

    func press(_ key: KeyEvent) {
        if let onPress { onPress(key) } else { send(key) }
    }

    /// Whether the next key or paste goes to a field that hides its text.
    var isEnteringSecret: Bool {
        keyTarget?.withContent(.layout) { $0.isEnteringSecret } ?? false
    }

    /// Sends pasted text to the key window.
    func paste(_ text: String) {
        keyTarget?.withContent(.input) { $0.paste(text) }
    }

    /// The key window, unless it can't be seen, since no key acts on what can't be.
    private var keyTarget: Window? {
        guard let window = keyWindow else { return nil }
        let entry = window.entry
        return stack.shows(entry) && !isOutOfSight(entry) ? window : nil
    }

    /// Sends a step of the wheel to the window at a point, whichever window is key or has the touch.
    func wheel(_ rows: Int, at point: Point) {
        guard let window = window(at: point) else { return }
        let isUsed = window.withContent(.input) { $0.wheel(rows, at: point - window.frame.origin) } ?? false
        report("wheel at \(point)", to: window, isUsed: isUsed)
    }

    /// Cancels the touch in progress, as when the terminal loses the pointer.
    ///
    /// The key window stays.
    func cancelTouch() {
        perform(.cancelTouch)
    }

    private func report(_ input: @autoclosure () -> String, to window: Window?, isUsed: Bool, key: KeyEvent? = nil) {
        guard !inputObservers.isEmpty else { return }
        let report = InputReport(
            input: input(),
            window: window?.info,
            view: isUsed ? window?.content?.inputHandler : nil,
            isUsed: isUsed,
            key: key
        )
        inputObservers.send(report)
    }

    private func routePendingTouches() {
        guard !isReporting, !isRoutingTouches else { return }
        isRoutingTouches = true
        defer { isRoutingTouches = false }
        while !pendingTouches.isEmpty {
            let next = pendingTouches.removeFirst()
            route(next.touch, at: next.time)
        }
    }

    private func route(_ touch: Touch, at now: Duration?) {
        let location = touch.location
        switch touch.phase {
        case .began:
            perform(.cancelTouch)
            var target = hit(at: location)
            if target != lastTouched {
                finishTaps()
                // An action of the taps may have changed what is there.
                target = hit(at: location)
            }
            let isExcess = now.map { taps.begin(on: target, at: location, $0) } ?? false
            if !isExcess { lastTouched = target }
            guard !isExcess, let id = target else {
                return report("touch at \(location)", to: nil, isUsed: false)
            }
            perform(.makeKey(id))
            // A callback for the new key window may have hidden it.
            guard stack.beginTouch(on: id, at: location) else { return }
            deliver(.began, stack.moveTouch(to: location))
            report("touch at \(location)", to: window(id), isUsed: true)
        case .moved: deliver(.moved, stack.moveTouch(to: location))
        case .ended:
            if let now { taps.end(at: location, now) }
            deliver(.ended, stack.endTouch(at: location))
        case .cancelled: perform(.cancelTouch)
        }
    }

    private func deliver(_ phase: Touch.Phase, _ target: (id: WindowID, point: Point)?) {
        guard let target else { return }
        window(target.id)?.withContent(.input) { $0.touch(Touch(phase, at: target.point)) }
    }
}

// MARK: - What can be seen

extension WindowScene {
    /// Returns whether a window in front keeps a visible one from being seen or used.
    func isCovered(_ id: WindowID) -> Bool {
        guard let entry = stack[id], !entry.isHidden else { return false }
        return stack.isBehindModal(entry) || isOutOfSight(entry)
    }

    /// Returns whether nothing is left of what a window shows when those in front that meet a condition lie on it.
    private func isOutOfSight(
        _ entry: WindowStack.Entry,
        behind isCounted: (WindowStack.Entry) -> Bool = { _ in true }
    ) -> Bool {
        // A copy: the contents are laid out, which may change windows.
        let fronts = stack.shown.reversed().prefix { $0.position > entry.position }
            .filter { isCounted($0) && ($0.isHiding || $0.isBlackening) }
        guard !fronts.isEmpty else { return false }
        var rest = areas(of: entry).shown
        guard !rest.isEmpty else { return false }
        for front in fronts {
            if front.isBlackening { return true }
            rest = rest.uncovered(by: areas(of: front).opaque)
            if rest.isEmpty { return true }
        }
        return false
    }

    /// Returns whether windows that take touches hide all of a window from one, as if those of an owner weren't there.
    ///
    /// One that lets all touches through, such as an advertisement that fades out, lets them through to any window.
    func isUnseen(_ entry: WindowStack.Entry, without owner: Owner? = nil) -> Bool {
        isOutOfSight(entry) { $0.hitPolicy != .none && (owner == nil || info($0).owner != owner) }
    }

    /// Returns what a window draws, in the coordinates of the screen.
    private func areas(of entry: WindowStack.Entry) -> ContentAreas {
        let areas = window(entry.id)?.withContent(.layout) { $0.areas } ?? ContentAreas()
        let clip = entry.frame.intersection(screen)
        return ContentAreas(
            shown: areas.shown.offset(by: entry.frame.origin, in: clip),
            opaque: areas.opaque.offset(by: entry.frame.origin, in: clip)
        )
    }

    /// Calls a window's `onFirstSight` after the first frame on which it can be seen.
    func awaitFirstSight(of id: WindowID) {
        unseen.insert(id)
        onChange?()
    }

    /// Informs the windows that can be seen for the first time, after a frame.
    func reportFirstSights() {
        guard !unseen.isEmpty else { return }
        // Back to front, and all of this frame: a window that is informed may cover others.
        let seen = stack.shown.filter { unseen.contains($0.id) && isSeen($0) }.map(\.id)
        for id in seen {
            unseen.remove(id)
            window(id)?.reportFirstSight()
        }
        if !unseen.isEmpty { unseen = unseen.filter { records[$0] != nil } }
    }

    private func isSeen(_ entry: WindowStack.Entry) -> Bool {
        stack.shows(entry) && window(entry.id)?.wasDrawn == true && !isCovered(entry.id)
    }

    private var screen: Rect { Rect(origin: .zero, size: size) }
}

extension WindowStack.Entry {
    /// Whether what has a background in the window hides what is below.
    ///
    /// A window that lets all touches through, such as one that fades out, hides it until half of it has faded.
    fileprivate var isHiding: Bool { alpha >= (hitPolicy == .none ? 0.5 : 0.99) }

    /// Whether the window darkens everything below until nothing can be seen.
    fileprivate var isBlackening: Bool { dimming * alpha >= 0.99 }
}

// MARK: - What windows ask for

extension WindowScene {
    func nextID() -> WindowID {
        lastID += 1
        return WindowID(lastID)
    }

    func add(_ window: Window, _ entry: WindowStack.Entry) {
        records[window.id] = Record(window)
        stack.insert(entry)
    }

    func update(_ id: WindowID, _ change: (inout WindowStack.Entry) -> Void) {
        guard stack.update(id, change) else { return }
        onChange?()
        // It may show something now, or nothing anymore.
        if stack[id]?.isModal == true { perform(.settleKey) }
    }

    func perform(_ change: WindowStack.Change, content: (any WindowContent)? = nil) {
        pendingChanges.append(PendingChange(change: change, content: content))
        guard !isReporting else { return }
        isReporting = true
        var count = 0
        // The newest window when the limit was reached.
        var newest: WindowID?
        var isDropReported = false
        var pictureChanged = false
        while count < pendingChanges.count {
            let pending = pendingChanges[count]
            // Released with its change, however many others wait.
            pendingChanges[count].content = nil
            count += 1
            if count == WindowScene.callbackLimit + 1 { newest = WindowID(lastID) }
            if newest != nil, !pending.change.isRemoval {
                if !isDropReported { reportDropped(pending.change) }
                isDropReported = true
                continue
            }
            let effects = stack.apply(pending.change)
            pictureChanged = pictureChanged || effects.contains(where: \.changesPicture)
            // Without this, callbacks that make a window and close it would never end.
            let isNew = if let newest, let id = pending.change.window { id.rawValue > newest.rawValue } else { false }
            if !isNew {
                for effect in effects { act(on: effect, content: pending.content) }
            }
            if case .remove(let id) = pending.change { records[id] = nil }
        }
        pendingChanges.removeAll()
        isReporting = false
        if pictureChanged { onChange?() }
        routePendingTouches()
    }

    func info(_ entry: WindowStack.Entry) -> WindowInfo {
        info(entry, key: stack.keyWindow)
    }

    /// Returns the state of a window as if another one were key.
    func info(_ entry: WindowStack.Entry, key: WindowID?) -> WindowInfo {
        let record = records[entry.id]
        return WindowInfo(
            entry,
            title: record?.title ?? "",
            owner: record?.owner ?? .host,
            place: record?.place ?? "",
            isKey: key == entry.id
        )
    }

    /// Returns a window of the scene, while something holds it.
    func window(_ id: WindowID) -> Window? {
        records[id]?.window
    }

    private func reportDropped(_ change: WindowStack.Change) {
        guard let entry = change.window.flatMap({ stack[$0] }) else { return }
        onEvent?(.changeDropped, info(entry))
    }

    private func act(on effect: WindowStack.Effect, content: (any WindowContent)?) {
        switch effect {
        case .cancelTouch(let id, let point):
            withContent(of: id, or: content) { $0.touch(Touch(.cancelled, at: point)) }
        case .report(let event, let entry):
            if event == .becameKey { window(entry.id)?.withContent(.window) { $0.windowDidBecomeKey() } }
            if event == .hidden { withContent(of: entry.id, or: content) { $0.cancelGesture() } }
            onEvent?(event, info(entry))
        }
    }

    /// Calls a closure with the content of a window, or with what it was before the window was closed.
    private func withContent(
        of id: WindowID,
        or removed: (any WindowContent)?,
        _ body: @MainActor (any WindowContent) -> Void
    ) {
        let window = window(id)
        guard let content = window?.content ?? removed else { return }
        RunningCode.call(window?.calls.during(.input) ?? CallEntry(of: .host, .input)) { body(content) }
    }
}
