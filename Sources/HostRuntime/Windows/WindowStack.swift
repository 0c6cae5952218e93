/// The windows of a scene as a value: their order, the key window, and the window with the touch.
///
/// The rules are UIKit's. Where UIKit leaves the order open, it is total here:
/// by level, then by front sequence, a number that grows each time a window is
/// shown, changes level or is brought to the front. Functions that change the
/// stack return the effects for the scene to carry out, in order.
struct WindowStack: Sendable {
    /// The state of a window in the stack.
    ///
    /// It holds no reference, so scanning the stack is cheap.
    struct Entry: Hashable, Sendable {
        let id: WindowID
        var level: WindowLevel
        var frontSequence: UInt64 = 0
        /// The number of the last time that the window became key; 0 if it never has.
        fileprivate var keySequence: UInt64 = 0
        var frame: Rect
        /// The opacity; numbers outside 0...1 are clamped, and NaN is ignored.
        var alpha = 1.0 {
            didSet { alpha = alpha.isNaN ? oldValue : min(max(alpha, 0), 1) }
        }
        var isHidden = true
        var canBecomeKey = true
        /// Whether the windows below get no keys and no touches while this one is shown.
        var isModal = false
        /// How much the windows below are darkened while this one is shown; numbers outside 0...1 are clamped.
        var dimming = 0.0 {
            didSet { dimming = dimming.isNaN ? oldValue : min(max(dimming, 0), 1) }
        }
        var isUserInteractionEnabled = true
        var hitPolicy = HitPolicy.opaque

        init(id: WindowID, level: WindowLevel, frame: Rect) {
            self.id = id
            self.level = level
            self.frame = frame
        }

        /// The window's place on the screen.
        var position: Position { Position(level: level, frontSequence: frontSequence) }

        fileprivate var mayBeKey: Bool { !isHidden && canBecomeKey }
    }

    /// A window's place in the order of the screen.
    struct Position: Hashable, Comparable, Sendable {
        let level: WindowLevel
        let frontSequence: UInt64

        static func < (a: Position, b: Position) -> Bool {
            (a.level, a.frontSequence) < (b.level, b.frontSequence)
        }
    }

    /// The visible windows, back to front.
    private(set) var shown: [Entry] = []

    // Apart from the visible ones, so that frames and touches don't pass them; in no order.
    private var hidden: [Entry] = []

    private var unordered: FlattenSequence<[[Entry]]> { [shown, hidden].joined() }

    /// All windows, back to front, including hidden ones.
    var entries: [Entry] {
        unordered.sorted { $0.position < $1.position }
    }

    /// The window that receives keys; it is visible and can become key.
    private(set) var keyWindow: WindowID?

    /// The window that has the touch in progress.
    private(set) var touchedWindow: WindowID?

    /// The cells of the screen; nil if it has no edges.
    var screen: Rect?

    /// The place of the frontmost modal window that shows something: no window below it gets keys or touches.
    var modalPosition: Position? {
        shown.last { isModal($0) }?.position
    }

    // Whether no window is key because a modal one keeps the keyboard from a window, and can't have it either.
    private var isKeyWithheld = false
    private var lastFrontSequence: UInt64 = 0
    private var lastKeySequence: UInt64 = 0
    // In screen coordinates: the location at which a touch is cancelled.
    private var touchLocation = Point.zero

    subscript(id: WindowID) -> Entry? {
        shown.last { $0.id == id } ?? hidden.last { $0.id == id }
    }

    // MARK: - Entering and changing

    /// Adds a hidden window at the front of its level.
    mutating func insert(_ entry: Entry) {
        guard self[entry.id] == nil else { return }
        var entry = entry
        entry.isHidden = true
        bringToFront(&entry)
        add(entry)
    }

    /// Makes a change; it has no effects if it changes nothing or its window isn't in the stack.
    mutating func apply(_ change: Change) -> [Effect] {
        perform(change) + settleKey()
    }

    private mutating func perform(_ change: Change) -> [Effect] {
        switch change {
        case .show(let id): show(id)
        case .hide(let id): hide(id)
        case .setLevel(let id, let level): setLevel(level, of: id)
        case .moveToFront(let id): moveToFront(id)
        case .restore(let id, let position): restore(id, to: position)
        case .makeKey(let id): makeKey(id)
        case .makeKeyAndVisible(let id): (self[id]?.isHidden == true ? show(id) : moveToFront(id)) + makeKey(id)
        case .setCanBecomeKey(let id, let canBecomeKey): setCanBecomeKey(canBecomeKey, of: id)
        case .setModal(let id, let isModal): setModal(isModal, of: id)
        case .remove(let id): remove(id)
        case .cancelTouch: cancelTouch()
        case .settleKey: []
        }
    }

    /// Changes properties that cause no events; returns whether the screen looks different.
    ///
    /// The change leaves level and visibility as they are. That of a modal window's
    /// look must be followed by `Change.settleKey`.
    mutating func update(_ id: WindowID, _ change: (inout Entry) -> Void) -> Bool {
        if let index = shown.lastIndex(where: { $0.id == id }) {
            let old = shown[index]
            change(&shown[index])
            let new = shown[index]
            return new.frame != old.frame || new.alpha != old.alpha || new.dimming != old.dimming
        }
        if let index = hidden.lastIndex(where: { $0.id == id }) { change(&hidden[index]) }
        return false
    }

    // MARK: - Order

    private mutating func show(_ id: WindowID) -> [Effect] {
        guard self[id]?.isHidden == true else { return [] }
        return replace(id) { stack, entry in
            entry.isHidden = false
            stack.bringToFront(&entry)
        }.map { [.report(.shown, $0)] } ?? []
    }

    private mutating func hide(_ id: WindowID) -> [Effect] {
        guard self[id]?.isHidden == false else { return [] }
        let cancelled = touchedWindow == id ? cancelTouch() : []
        guard let entry = replace(id, { $1.isHidden = true }) else { return cancelled }
        return cancelled + [.report(.hidden, entry)] + settleKey()
    }

    private mutating func setLevel(_ level: WindowLevel, of id: WindowID) -> [Effect] {
        guard let old = self[id]?.level, old != level else { return [] }
        return replace(id) { stack, entry in
            entry.level = level
            stack.bringToFront(&entry)
        }.map { [.report(.levelChanged(from: old), $0)] } ?? []
    }

    private mutating func moveToFront(_ id: WindowID) -> [Effect] {
        guard let position = self[id]?.position else { return [] }
        let isInFront = !unordered.contains { $0.level == position.level && $0.position > position }
        guard !isInFront else { return [] }
        return replace(id) { $0.bringToFront(&$1) }.map { [.report(.orderChanged, $0)] } ?? []
    }

    private mutating func restore(_ id: WindowID, to position: Position) -> [Effect] {
        // A front sequence belongs to one window for good, so its own place is free, or the window is there.
        guard let old = self[id]?.level, !unordered.contains(where: { $0.position == position }) else { return [] }
        return replace(id) { _, entry in
            entry.level = position.level
            entry.frontSequence = position.frontSequence
        }.map { [.report(old == position.level ? .orderChanged : .levelChanged(from: old), $0)] } ?? []
    }

    private mutating func remove(_ id: WindowID) -> [Effect] {
        let effects = hide(id)
        guard let entry = take(id) else { return [] }
        return effects + [.report(.removed, entry)]
    }

    private mutating func bringToFront(_ entry: inout Entry) {
        lastFrontSequence += 1
        entry.frontSequence = lastFrontSequence
    }

    /// Changes what decides about a window's place; returns the new entry.
    private mutating func replace(_ id: WindowID, _ change: (inout WindowStack, inout Entry) -> Void) -> Entry? {
        guard var entry = take(id) else { return nil }
        change(&self, &entry)
        add(entry)
        return entry
    }

    private mutating func take(_ id: WindowID) -> Entry? {
        if let index = shown.lastIndex(where: { $0.id == id }) { return shown.remove(at: index) }
        return hidden.lastIndex { $0.id == id }.map { hidden.remove(at: $0) }
    }

    private mutating func add(_ entry: Entry) {
        guard !entry.isHidden else { return hidden.append(entry) }
        let below = shown.lastIndex { $0.position < entry.position }
        shown.insert(entry, at: below.map { $0 + 1 } ?? 0)
    }

    // MARK: - Key window

    /// Returns whether a window may be key: it is visible, can become key, and isn't behind a modal window.
    func mayBeKey(_ id: WindowID) -> Bool {
        self[id].map { $0.mayBeKey && !isBehindModal($0) } ?? false
    }

    /// Returns whether a window keeps keys and touches from those below it, which one that shows nothing doesn't.
    func isModal(_ entry: Entry) -> Bool {
        entry.isModal && shows(entry)
    }

    /// Returns whether a window is opaque enough to be seen, and on the screen.
    func shows(_ entry: Entry) -> Bool {
        let sight = screen.map(entry.frame.intersection) ?? entry.frame
        return !entry.isHidden && entry.alpha >= WindowStack.lowestTouchableAlpha && !sight.isEmpty
    }

    /// Returns whether a modal window in front keeps keys and touches from a window.
    func isBehindModal(_ entry: Entry) -> Bool {
        modalPosition.map { entry.position < $0 } ?? false
    }

    /// Returns the window that would be key if only those that meet a condition were there.
    func keyWindow(where isThere: (WindowID) -> Bool) -> WindowID? {
        if let keyWindow, isThere(keyWindow) { return keyWindow }
        return nextKeyWindow { isThere($0.id) }
    }

    private mutating func makeKey(_ id: WindowID) -> [Effect] {
        guard keyWindow != id, let entry = self[id], entry.mayBeKey else { return [] }
        guard !isBehindModal(entry) else {
            awaitKey(id)
            return []
        }
        let old = keyWindow.flatMap { self[$0] }
        keyWindow = id
        isKeyWithheld = false
        countAsKey(id)
        return (old.map { [.report(.resignedKey, $0)] } ?? []) + [.report(.becameKey, entry)]
    }

    /// Lets a window behind a modal one wait for the keyboard: it is the next in the history.
    private mutating func awaitKey(_ id: WindowID) {
        countAsKey(id)
        if let keyWindow { countAsKey(keyWindow) } else { isKeyWithheld = true }
    }

    private mutating func countAsKey(_ id: WindowID) {
        lastKeySequence += 1
        _ = update(id) { [lastKeySequence] in $0.keySequence = lastKeySequence }
    }

    private mutating func setCanBecomeKey(_ canBecomeKey: Bool, of id: WindowID) -> [Effect] {
        _ = update(id) { $0.canBecomeKey = canBecomeKey }
        return []
    }

    private mutating func setModal(_ isModal: Bool, of id: WindowID) -> [Effect] {
        guard let entry = self[id], entry.isModal != isModal else { return [] }
        _ = replace(id) { $1.isModal = isModal }
        return []
    }

    /// Passes the keyboard on if the key window may not have it, and gives it back that a modal window has withheld.
    private mutating func settleKey() -> [Effect] {
        guard keyWindow != nil || isKeyWithheld else { return [] }
        let old = keyWindow.flatMap { self[$0] }
        if let old, old.mayBeKey, !isBehindModal(old) { return [] }
        keyWindow = nil
        // A modal window that takes the keyboard has it itself, if it can, whoever else had it before.
        let isTaken = old?.mayBeKey ?? true
        let modal = isTaken ? shown.last { $0.canBecomeKey && $0.position == modalPosition } : nil
        let next = modal?.id ?? nextKeyWindow()
        isKeyWithheld = next == nil && modalPosition != nil
        return (old.map { [.report(.resignedKey, $0)] } ?? []) + (next.map { makeKey($0) } ?? [])
    }

    // The one that was key most recently, not the topmost one: otherwise each
    // overlay would take the keyboard as soon as a window closes.
    private func nextKeyWindow(where isThere: (Entry) -> Bool = { _ in true }) -> WindowID? {
        var next: Entry?
        for entry in shown.reversed() where isThere(entry) {
            // Of those that were never key, the topmost one.
            if entry.canBecomeKey, next.map({ $0.keySequence < entry.keySequence }) ?? true { next = entry }
            if isModal(entry) { break }
        }
        return next?.id
    }

    // MARK: - Touch

    /// Binds the touch to a visible window until it ends; returns whether the window has it.
    mutating func beginTouch(on id: WindowID, at location: Point) -> Bool {
        guard let entry = self[id], !entry.isHidden else { return false }
        touchedWindow = id
        touchLocation = location
        return true
    }

    /// Moves the touch; returns the window that has it, and the point in that window's coordinates.
    mutating func moveTouch(to location: Point) -> (id: WindowID, point: Point)? {
        guard let entry = touchedWindow.flatMap({ self[$0] }) else { return nil }
        touchLocation = location
        return (entry.id, location - entry.frame.origin)
    }

    /// Ends the touch; returns the window that had it, and the point in that window's coordinates.
    mutating func endTouch(at location: Point) -> (id: WindowID, point: Point)? {
        defer { touchedWindow = nil }
        return moveTouch(to: location)
    }

    private mutating func cancelTouch() -> [Effect] {
        endTouch(at: touchLocation).map { [.cancelTouch($0.id, at: $0.point)] } ?? []
    }
}
