/// The live stack of windows on one screen: their order, the key window, and where input goes.
///
/// The scene holds no window: a window disappears when nobody else holds it.
///
/// Windows may be changed from inside every callback. From inside an event
/// callback (`onEvent`, `windowDidBecomeKey()`, `windowDidResignKey()`, a
/// cancelled touch) a change of visibility, level, order or key takes effect
/// when the callbacks for the change under way have returned, in the order
/// asked for. Until then the window reads as before. So events are seen in the
/// order in which things happened, and at most one window is key at any time.
@MainActor public final class WindowScene {
    /// How many changes in a row callbacks may cause before further ones are dropped: 256.
    ///
    /// It ends two windows' quarrel about who is key. The first dropped change
    /// is reported as `WindowEvent.changeDropped`; removals always take place.
    static let callbackLimit = 256

    /// The size of the screen.
    public private(set) var size: Size

    /// Called for each event of a window, after the window's content has heard of it.
    var onEvent: (@MainActor (WindowEvent, WindowInfo) -> Void)?

    /// Called when something visible changed, so that a frame is due; several changes may be one call.
    var onChange: (@MainActor () -> Void)?

    private(set) var stack = WindowStack()
    private var records: [WindowID: Record] = [:]
    private var lastID: UInt64 = 0

    private var pendingChanges: [PendingChange] = []
    private var isReporting = false
    private var pendingTouches: [Touch] = []
    private var isRoutingTouches = false

    // The names are kept here since a window's last events come when it is gone.
    private struct Record {
        weak var window: Window?
        let title: String
        let owner: Owner
    }

    private struct PendingChange {
        let change: WindowStack.Change
        // The content of a window that goes with this change and cannot be asked for it any more.
        let content: (any WindowContent)?
    }

    /// Creates a scene without windows on a screen of a size.
    init(size: Size) {
        self.size = size
    }

    // MARK: - Windows

    /// All windows, back to front, with the hidden ones in their place.
    public var windows: [Window] {
        stack.entries.compactMap { window($0.id) }
    }

    /// The windows that are not hidden, back to front.
    public var visibleWindows: [Window] {
        stack.entries.compactMap { $0.isHidden ? nil : window($0.id) }
    }

    /// The window that keys go to; nil when there is none.
    ///
    /// When it is hidden, goes or may no longer be key, the window that was key
    /// last and still may be takes over; where there is none, the topmost one
    /// that may.
    public var keyWindow: Window? {
        stack.keyWindow.flatMap(window)
    }

    /// Changes the size of the screen; windows that fill it follow.
    func resize(to size: Size) {
        guard size != self.size else { return }
        self.size = size
        for window in windows where window.fillsScreen { window.fillScreen() }
        onChange?()
    }

    // MARK: - Hit-testing

    /// Returns the frontmost window that takes a touch at a point of the screen.
    public func window(at point: Point) -> Window? {
        hit(at: point).flatMap(window)
    }

    /// Tells which window takes a touch at a point of the screen, and why the others do not.
    public func explainHit(at point: Point) -> HitExplanation {
        let stack = stack
        let verdicts = stack.explainHit(at: point) { isOnView($0, $1) }
        return HitExplanation(
            point: point,
            candidates: verdicts.map { HitExplanation.Candidate(window: info($0.entry), verdict: $0.verdict) }
        )
    }

    private func hit(at point: Point) -> WindowID? {
        // A copy: the contents that are asked may change windows.
        let stack = stack
        return stack.hit(at: point) { isOnView($0, $1) }
    }

    private func isOnView(_ id: WindowID, _ point: Point) -> Bool {
        window(id)?.withContent { $0.hitTest(point) } ?? false
    }

    // MARK: - Input

    /// Routes a moment of a touch, given in screen coordinates.
    ///
    /// The window that takes the beginning of a touch has it until it ends,
    /// wherever the pointer or the windows go, and becomes key if it can. When
    /// that window is hidden or goes, it receives `.cancelled` and the rest of
    /// the touch is dropped. A beginning without the end of the touch before
    /// cancels that one. A touch sent from inside a callback is routed when the
    /// callback has returned.
    func send(_ touch: Touch) {
        pendingTouches.append(touch)
        routePendingTouches()
    }

    /// Sends a key to the key window; returns whether it was used.
    @discardableResult
    func send(_ key: KeyEvent) -> Bool {
        keyWindow?.withContent { $0.key(key) } ?? false
    }

    /// Sends pasted text to the key window.
    func paste(_ text: String) {
        keyWindow?.withContent { $0.paste(text) }
    }

    /// Sends a step of the wheel to the window at a point, whoever has the touch or is key.
    func wheel(_ delta: Int, at point: Point) {
        guard let window = window(at: point) else { return }
        window.withContent { $0.wheel(delta, at: point - window.frame.origin) }
    }

    /// Cancels the touch under way, as when the terminal loses the pointer; the key window stays.
    func cancelTouch() {
        perform(.cancelTouch)
    }

    private func routePendingTouches() {
        guard !isReporting, !isRoutingTouches else { return }
        isRoutingTouches = true
        defer { isRoutingTouches = false }
        while !pendingTouches.isEmpty { route(pendingTouches.removeFirst()) }
    }

    private func route(_ touch: Touch) {
        let location = touch.location
        switch touch.phase {
        case .began:
            perform(.cancelTouch)
            guard let id = hit(at: location) else { return }
            perform(.makeKey(id))
            // Whoever heard of the new key window may have hidden it.
            guard stack.beginTouch(on: id, at: location) else { return }
            deliver(.began, stack.moveTouch(to: location))
        case .moved: deliver(.moved, stack.moveTouch(to: location))
        case .ended: deliver(.ended, stack.endTouch(at: location))
        case .cancelled: perform(.cancelTouch)
        }
    }

    private func deliver(_ phase: Touch.Phase, _ target: (id: WindowID, point: Point)?) {
        guard let target else { return }
        window(target.id)?.withContent { $0.touch(Touch(phase, at: target.point)) }
    }
}

// MARK: - What windows ask for

extension WindowScene {
    func nextID() -> WindowID {
        lastID += 1
        return WindowID(lastID)
    }

    func add(_ window: Window, _ entry: WindowStack.Entry) {
        records[window.id] = Record(window: window, title: window.title, owner: window.owner)
        stack.insert(entry)
    }

    func update(
        _ id: WindowID,
        frame: Rect? = nil,
        alpha: Double? = nil,
        isUserInteractionEnabled: Bool? = nil,
        hitPolicy: HitPolicy? = nil
    ) {
        let pictureChanged = stack.update(
            id,
            frame: frame,
            alpha: alpha,
            isUserInteractionEnabled: isUserInteractionEnabled,
            hitPolicy: hitPolicy
        )
        if pictureChanged { onChange?() }
    }

    func perform(_ change: WindowStack.Change, content: (any WindowContent)? = nil) {
        pendingChanges.append(PendingChange(change: change, content: content))
        guard !isReporting else { return }
        isReporting = true
        var count = 0
        var pictureChanged = false
        while !pendingChanges.isEmpty {
            let pending = pendingChanges.removeFirst()
            count += 1
            if count <= WindowScene.callbackLimit {
                let effects = stack.apply(pending.change)
                pictureChanged = pictureChanged || effects.contains(where: \.changesPicture)
                for effect in effects { act(on: effect, content: pending.content) }
            } else if pending.change.isRemoval {
                pictureChanged = stack.apply(pending.change).contains(where: \.changesPicture) || pictureChanged
            } else if count == WindowScene.callbackLimit + 1 {
                reportDropped(pending.change)
            }
            if case .remove(let id) = pending.change { records[id] = nil }
        }
        isReporting = false
        if pictureChanged { onChange?() }
        routePendingTouches()
    }

    func info(_ entry: WindowStack.Entry) -> WindowInfo {
        let record = records[entry.id]
        return WindowInfo(
            entry,
            title: record?.title ?? "",
            owner: record?.owner ?? .host,
            isKey: stack.keyWindow == entry.id
        )
    }

    private func window(_ id: WindowID) -> Window? {
        records[id]?.window
    }

    private func reportDropped(_ change: WindowStack.Change) {
        guard let entry = change.window.flatMap({ stack[$0] }) else { return }
        onEvent?(.changeDropped, info(entry))
    }

    private func act(on effect: WindowStack.Effect, content: (any WindowContent)?) {
        switch effect {
        case .cancelTouch(let id, let point):
            let target = window(id)
            RunningCode.call(of: target?.owner ?? .host) {
                (target?.content ?? content)?.touch(Touch(.cancelled, at: point))
            }
        case .report(let event, let entry):
            let target = window(entry.id)?.content ?? content
            let info = info(entry)
            RunningCode.call(of: info.owner) {
                if event == .becameKey { target?.windowDidBecomeKey() }
                if event == .resignedKey { target?.windowDidResignKey() }
            }
            onEvent?(event, info)
        }
    }
}
