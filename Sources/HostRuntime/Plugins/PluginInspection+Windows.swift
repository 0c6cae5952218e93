extension PluginInspection {
    /// Returns all windows, front to back, including hidden ones.
    ///
    /// Without the plugin's own windows, the rest is reported as if they weren't
    /// there: the key window is the one that gets the keyboard when they go.
    public func windows(includingOwn: Bool = false) -> [WindowReport] {
        guard let scene = context.open("inspection.windows")?.windows else { return [] }
        return scene.reports(without: includingOwn ? nil : context.owner)
    }

    /// Makes a change to a window of any party, logs it, and returns what takes it back.
    ///
    /// Returns nil if nothing changed: the window is gone, or is as wanted
    /// already. The window's owner isn't asked. It learns of the change as of one
    /// that it made itself, from `WindowDidChange`. A key window of the plugin
    /// itself stays key, and a window that is made key gets the keyboard after it.
    @discardableResult
    public func apply(_ change: WindowAdjustment, to window: WindowID) -> WindowUndo? {
        guard let scene = context.open("inspection.apply")?.windows,
            let before = scene.reports(without: nil).first(where: { $0.id == window }),
            let undo = scene.apply(change, to: window, by: context.owner)
        else { return nil }
        context.log.info("\(change): the window '\(before.title)' of \(before.owner)")
        return undo
    }

    /// Takes a change back: the window's visibility, level and place, and the key window.
    ///
    /// Returns false if the window is gone.
    @discardableResult
    public func undo(_ undo: WindowUndo) -> Bool {
        guard let scene = context.open("inspection.undo")?.windows,
            let window = scene.reports(without: nil).first(where: { $0.id == undo.window })
        else { return false }
        scene.restore(undo, by: context.owner)
        context.log.info("taken back, \(undo.change): the window '\(window.title)' of \(window.owner)")
        return true
    }
}
