extension PluginInspection {
    /// Returns all views of a window, each before its subviews; none for a window that is gone.
    ///
    /// Lays the views out first, which is code of their owner.
    public func views(of window: WindowID) -> [ViewReport] {
        context.environment(for: "inspection.views(of:)")?.windows.window(window)?.viewReports() ?? []
    }

    /// Returns the views of a window at a point of the screen, from the root to the one that is hit.
    ///
    /// A touch goes to the last of them that recognizes gestures. Empty where the
    /// window has no view.
    public func views(at point: Point, in window: WindowID) -> [ViewID] {
        context.environment(for: "inspection.views(at:)")?.windows.window(window)?.viewIDs(at: point) ?? []
    }
}
