/// What a window shows and what receives its input.
///
/// Points are in the window's coordinates: its top left cell is `Point.zero`.
/// Every requirement has a default that takes no notice.
@MainActor public protocol WindowContent: AnyObject {
    /// Tells whether a point is on one of the views, other than the background.
    ///
    /// It is asked for windows with `HitPolicy.passThroughBackground` only, and
    /// only for points inside the window. By default every point is.
    func hitTest(_ point: Point) -> Bool

    /// Receives a moment of a touch that began on the window.
    ///
    /// After `.began` comes exactly one `.ended` or `.cancelled`, even when the
    /// pointer leaves the window, or the window is hidden or closed.
    func touch(_ touch: Touch)

    /// Receives a key while the window is key, and tells whether it was used.
    func key(_ event: KeyEvent) -> Bool

    /// Receives a step of the wheel over the window: down and right are positive.
    func wheel(_ delta: Int, at point: Point)

    /// Receives pasted text while the window is key.
    func paste(_ text: String)

    /// Hears that the window has another size.
    func windowDidResize(to size: Size)

    /// Hears that keys go to the window from now on.
    func windowDidBecomeKey()

    /// Hears that keys go to the window no more.
    func windowDidResignKey()
}

extension WindowContent {
    /// Says that every point is on a view.
    public func hitTest(_ point: Point) -> Bool { true }
    /// Takes no notice.
    public func touch(_ touch: Touch) {}
    /// Uses no key.
    public func key(_ event: KeyEvent) -> Bool { false }
    /// Takes no notice.
    public func wheel(_ delta: Int, at point: Point) {}
    /// Takes no notice.
    public func paste(_ text: String) {}
    /// Takes no notice.
    public func windowDidResize(to size: Size) {}
    /// Takes no notice.
    public func windowDidBecomeKey() {}
    /// Takes no notice.
    public func windowDidResignKey() {}
}
