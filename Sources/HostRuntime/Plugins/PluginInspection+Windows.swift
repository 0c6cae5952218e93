extension PluginInspection {
    /// Returns all windows, front to back, including hidden ones.
    ///
    /// Without the plugin's own windows, the rest is reported as if they weren't
    /// there: the key window is the one that gets the keyboard when they go.
    public func windows(includingOwn: Bool = false) -> [WindowReport] {
        guard let scene = context.environment(for: "inspection.windows")?.windows else { return [] }
        return scene.reports(without: includingOwn ? nil : context.owner)
    }

    /// Makes a change to a window of any party, logs it, and returns a value that undoes it.
    ///
    /// Returns nil if nothing changed: the window is gone, or already in that
    /// state. The window's owner isn't asked. It's informed of the change, as of its
    /// own, by `WindowDidChange`. A key window of the plugin
    /// itself stays key, and a window that is made key gets the keyboard after it.
    @discardableResult
    public func apply(_ change: WindowAdjustment, to window: WindowID) -> WindowUndo? {
        guard let scene = context.environment(for: "inspection.apply")?.windows,
            let before = scene.reports().first(where: { $0.id == window }),
            let undo = scene.apply(change, to: window, by: context.owner)
        else { return nil }
        context.log.info("\(change): the window '\(before.title)' of \(before.owner)")
        return undo
    }

    /// Takes a change back: the window's level and place and the key window, and after showing or hiding its visibility.
    ///
    /// Returns false if the window is gone.
    @discardableResult
    public func undo(_ undo: WindowUndo) -> Bool {
        guard let scene = context.environment(for: "inspection.undo")?.windows,
            let window = scene.reports().first(where: { $0.id == undo.window })
        else { return false }
        scene.restore(undo, by: context.owner)
        context.log.info("taken back, \(undo.change): the window '\(window.title)' of \(window.owner)")
        return true
    }

    /// Returns how each window responds to a touch at a point of the screen, front to back.
    ///
    /// Without the plugin's own windows, the others answer as if those weren't
    /// there. Windows that pass touches on their background are asked for it, which is
    /// code of their owners.
    public func hits(at point: Point, includingOwn: Bool = false) -> [HitReport] {
        let scene = context.environment(for: "inspection.hits")?.windows
        return scene?.hits(at: point, without: includingOwn ? nil : context.owner) ?? []
    }

    /// Draws a window alone, hidden or not, and returns the picture; nil if the window is gone.
    public func snapshot(of window: WindowID) -> WindowSnapshot? {
        guard let environment = context.environment(for: "inspection.snapshot") else { return nil }
        return environment.windows.window(window)?.snapshot(on: environment.screen.traits)
    }
}
