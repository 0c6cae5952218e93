@testable import HostRuntime

/// The window stack in its simplest form, which searches one array of all windows for everything.
struct LinearWindowStack {
    /// All windows, back to front, including hidden ones.
    private(set) var entries: [WindowStack.Entry] = []

    /// The window that receives keys; it is visible and can become key.
    private(set) var keyWindow: WindowID?

    /// The window that has the touch in progress.
    private(set) var touchedWindow: WindowID?

    // The windows that have been key, most recent last, each once.
    private var keyHistory: [WindowID] = []
    private var lastFrontSequence: UInt64 = 0
    // In screen coordinates: the location at which a touch is cancelled.
    private var touchLocation = Point.zero

    subscript(id: WindowID) -> WindowStack.Entry? {
        index(of: id).map { entries[$0] }
    }

    // MARK: - Entering and changing

    /// Adds a hidden window at the front of its level.
    mutating func insert(_ entry: WindowStack.Entry) {
        guard index(of: entry.id) == nil else { return }
        var entry = entry
        entry.isHidden = true
        place(entry)
    }

    /// Makes a change; it has no effects if it changes nothing or its window isn't in the stack.
    mutating func apply(_ change: WindowStack.Change) -> [WindowStack.Effect] {
        switch change {
        case .show(let id): show(id)
        case .hide(let id): hide(id)
        case .setLevel(let id, let level): setLevel(level, of: id)
        case .moveToFront(let id): moveToFront(id)
        case .restore(let id, let position): restore(id, to: position)
        case .makeKey(let id): makeKey(id)
        case .makeKeyAndVisible(let id): (self[id]?.isHidden == true ? show(id) : moveToFront(id)) + makeKey(id)
        case .setCanBecomeKey(let id, let canBecomeKey): setCanBecomeKey(canBecomeKey, of: id)
        case .remove(let id): remove(id)
        case .cancelTouch: cancelTouch()
        }
    }

    /// Changes properties that cause no events; returns whether the screen looks different.
    mutating func update(_ id: WindowID, _ change: (inout WindowStack.Entry) -> Void) -> Bool {
        guard let index = index(of: id) else { return false }
        let old = entries[index]
        change(&entries[index])
        return !old.isHidden && (entries[index].frame != old.frame || entries[index].alpha != old.alpha)
    }

    // MARK: - Order

    private mutating func show(_ id: WindowID) -> [WindowStack.Effect] {
        guard let index = index(of: id), entries[index].isHidden else { return [] }
        var entry = entries.remove(at: index)
        entry.isHidden = false
        return [.report(.shown, place(entry))]
    }

    private mutating func hide(_ id: WindowID) -> [WindowStack.Effect] {
        guard let index = index(of: id), !entries[index].isHidden else { return [] }
        let cancelled = touchedWindow == id ? cancelTouch() : []
        entries[index].isHidden = true
        return cancelled + [.report(.hidden, entries[index])] + passKeyOn(from: entries[index])
    }

    private mutating func setLevel(_ level: WindowLevel, of id: WindowID) -> [WindowStack.Effect] {
        guard let index = index(of: id), entries[index].level != level else { return [] }
        var entry = entries.remove(at: index)
        let old = entry.level
        entry.level = level
        return [.report(.levelChanged(from: old), place(entry))]
    }

    private mutating func moveToFront(_ id: WindowID) -> [WindowStack.Effect] {
        guard let index = index(of: id) else { return [] }
        let isFront = index + 1 == entries.count || entries[index + 1].level > entries[index].level
        guard !isFront else { return [] }
        return [.report(.orderChanged, place(entries.remove(at: index)))]
    }

    private mutating func restore(_ id: WindowID, to position: WindowStack.Position) -> [WindowStack.Effect] {
        guard let index = index(of: id), !entries.contains(where: { $0.position == position }) else { return [] }
        var entry = entries.remove(at: index)
        let old = entry.level
        entry.level = position.level
        entry.frontSequence = position.frontSequence
        entries.insert(entry, at: entries.firstIndex { entry.isBehind($0) } ?? entries.count)
        return [.report(old == entry.level ? .orderChanged : .levelChanged(from: old), entry)]
    }

    private mutating func remove(_ id: WindowID) -> [WindowStack.Effect] {
        let effects = hide(id)
        guard let index = index(of: id) else { return [] }
        keyHistory.removeAll { $0 == id }
        return effects + [.report(.removed, entries.remove(at: index))]
    }

    @discardableResult
    private mutating func place(_ entry: WindowStack.Entry) -> WindowStack.Entry {
        var entry = entry
        lastFrontSequence += 1
        entry.frontSequence = lastFrontSequence
        let index = entries.firstIndex { entry.isBehind($0) } ?? entries.count
        entries.insert(entry, at: index)
        return entry
    }

    private func index(of id: WindowID) -> Int? {
        entries.firstIndex { $0.id == id }
    }

    // MARK: - Key window

    /// Returns whether a window may be key: it is visible and can become key.
    func mayBeKey(_ id: WindowID) -> Bool {
        self[id]?.mayBeKey == true
    }

    private mutating func makeKey(_ id: WindowID) -> [WindowStack.Effect] {
        guard keyWindow != id, let entry = self[id], entry.mayBeKey else { return [] }
        let old = keyWindow.flatMap { self[$0] }
        keyWindow = id
        keyHistory.removeAll { $0 == id }
        keyHistory.append(id)
        return (old.map { [.report(.resignedKey, $0)] } ?? []) + [.report(.becameKey, entry)]
    }

    private mutating func setCanBecomeKey(_ canBecomeKey: Bool, of id: WindowID) -> [WindowStack.Effect] {
        guard let index = index(of: id) else { return [] }
        entries[index].canBecomeKey = canBecomeKey
        return canBecomeKey ? [] : passKeyOn(from: entries[index])
    }

    // The last key window that still may be key becomes key, not the topmost one:
    // otherwise each overlay would take the keyboard as soon as a window closes.
    private mutating func passKeyOn(from entry: WindowStack.Entry) -> [WindowStack.Effect] {
        guard keyWindow == entry.id else { return [] }
        keyWindow = nil
        let next = keyHistory.last(where: mayBeKey) ?? entries.last(where: \.mayBeKey)?.id
        return [.report(.resignedKey, entry)] + (next.map { makeKey($0) } ?? [])
    }

    // MARK: - Touch

    /// Binds the touch to a visible window until it ends; returns whether the window has it.
    mutating func beginTouch(on id: WindowID, at location: Point) -> Bool {
        guard let entry = self[id], !entry.isHidden else { return false }
        touchedWindow = id
        touchLocation = location
        return true
    }

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

    private mutating func cancelTouch() -> [WindowStack.Effect] {
        endTouch(at: touchLocation).map { [.cancelTouch($0.id, at: $0.point)] } ?? []
    }
}

extension WindowStack.Entry {
    fileprivate var mayBeKey: Bool { !isHidden && canBecomeKey }

    fileprivate func isBehind(_ other: WindowStack.Entry) -> Bool {
        (level, frontSequence) < (other.level, other.frontSequence)
    }
}
