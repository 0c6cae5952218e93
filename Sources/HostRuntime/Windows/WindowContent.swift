/// The content of a window: what it draws, and what receives its input.
///
/// Points are in the window's coordinates: its top left cell is `Point.zero`.
@MainActor protocol WindowContent: AnyObject {
    // MARK: - Drawing

    /// Lays out what needs it, before a frame is drawn.
    func layoutIfNeeded()

    /// Draws the content on a canvas of the window's size.
    func draw(in canvas: inout Canvas)

    /// Where something is drawn, and where that hides everything below it; lays out first what needs it.
    var areas: ContentAreas { get }

    /// The position of the terminal's cursor, which stands at the focus; nil while the focus is out of sight.
    var cursorPosition: Point? { get }

    /// Whether the cursor is shown, as in a text field.
    var showsCursor: Bool { get }

    /// The part of the text field with the keyboard that is in sight; nil if there is none.
    var fieldFrame: Rect? { get }

    /// Whether the next key goes to a field that hides its text; lays out first what needs it.
    var isEnteringSecret: Bool { get }

    // MARK: - Input

    /// Returns whether a point is on one of the views, not on the background.
    ///
    /// Called only for windows with `HitPolicy.passThroughBackground`, and only
    /// for points inside the window.
    func hitTest(_ point: Point) -> Bool

    /// Handles a phase of a touch that began on the window.
    ///
    /// After `.began` comes exactly one `.ended` or `.cancelled`, even when the
    /// pointer leaves the window, or the window is hidden or closed.
    func touch(_ touch: Touch)

    /// Cancels the gesture in progress, and pending taps.
    func cancelGesture()

    /// Reports pending taps, because what comes next doesn't count with them.
    ///
    /// A touch in progress continues.
    func finishTaps()

    /// Handles a key while the window is key; returns whether it was used.
    func key(_ event: KeyEvent) -> Bool

    /// Handles a step of the wheel over the window, in rows: down is positive; returns whether it was used.
    func wheel(_ rows: Int, at point: Point) -> Bool

    /// Handles pasted text while the window is key.
    func paste(_ text: String)

    /// The class of the view that used the last input; nil if none did.
    var inputHandler: String? { get }

    /// Called when the window has become key, before the window's observers.
    func windowDidBecomeKey()

    /// Called when the window has another size.
    func windowDidResize(to size: Size)
}

extension WindowContent {
    /// Content without views has no field.
    var fieldFrame: Rect? { nil }

    /// Content without views names none.
    var inputHandler: String? { nil }

    /// Content without views may draw anywhere, and has no background.
    var areas: ContentAreas {
        ContentAreas(shown: [Rect(x: 0, y: 0, width: Size.limit, height: Size.limit)])
    }
}
