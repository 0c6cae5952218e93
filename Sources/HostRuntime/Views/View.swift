/// A rectangle of a window that draws itself, contains other views, and handles touches and keys.
///
/// `frame` is in the coordinates of the superview; everything else is in the view's own.
/// A view is drawn over its superview, later subviews over
/// earlier ones, and nothing of it is drawn or hit outside its bounds.
@MainActor open class View {
    /// The rectangle of the view in the coordinates of its superview.
    public var frame: Rect {
        didSet {
            guard frame != oldValue else { return }
            if frame.size != oldValue.size { setNeedsLayout() }
            setNeedsDisplay()
        }
    }

    /// The rectangle of the view in its own coordinates: its size, at the origin.
    public var bounds: Rect { Rect(origin: .zero, size: frame.size) }

    /// The views in this view, the topmost last.
    public private(set) var subviews: [View] = []

    /// The size with which the view was added to its superview, which may have laid it out since.
    private var ownSize = Size.zero

    /// The view that contains this one.
    private(set) weak var superview: View?

    /// Whether the view and its subviews are hidden, so that they are neither drawn nor hit and lose the keyboard.
    public var isHidden = false {
        didSet {
            guard isHidden != oldValue else { return }
            setNeedsDisplay()
            if isHidden { tree?.didDisable(self) }
        }
    }

    /// Whether the view and its subviews receive touches and keys.
    public var isUserInteractionEnabled = true {
        didSet { if !isUserInteractionEnabled { tree?.didDisable(self) } }
    }

    /// The style that fills the view before it draws; `nil` keeps the view below visible.
    public var background: Style? {
        didSet { if background != oldValue { setNeedsDisplay() } }
    }

    /// The gestures that the view recognizes outside of its subviews; `nil` for none.
    public var gestures: GestureConfiguration? {
        didSet { tree?.forgetGesture(of: self) }
    }

    /// Called for each gesture on the view.
    public var onGesture: (@MainActor (GestureEvent) -> Void)?

    /// The name of the view for a person who doesn't see it, in place of its own text.
    ///
    /// It tells what a field or a list is for. With an empty one the view says nothing, nor does what it contains.
    public var accessibilityLabel: String?

    /// The tree of the window that contains the view.
    weak var tree: ViewTree?

    private var needsLayout = true

    /// Creates a view.
    public init(frame: Rect = .zero) {
        self.frame = frame
    }

    // MARK: - Drawing

    /// Draws the content of the view; its subviews are drawn after it.
    ///
    /// The canvas has the size and the origin of the view.
    open func draw(in canvas: inout Canvas) {}

    /// Places the subviews; called before drawing when the view is new, has another size, or `setNeedsLayout()` was called.
    open func layoutSubviews() {}

    /// Returns the size at which the view shows all of its content, at most `maxWidth` columns wide.
    ///
    /// A `Sheet` sizes itself by that of its content. The default is the size that the view had when it was added to
    /// its superview; for one without a size, 40 by 5, so that it's seen.
    open func preferredSize(maxWidth: Int) -> Size {
        let own = superview == nil ? bounds.size : ownSize
        let size = own.isEmpty ? Size(width: 40, height: 5) : own
        return Size(width: min(size.width, maxWidth), height: size.height)
    }

    /// Whether the view scrolls where it's lower than its content, and keeps its first and last column empty.
    ///
    /// A `Sheet` shows such a content in few rows where there is no room for more.
    open var scrolls: Bool { false }

    /// What the view and the parts that it draws itself say to a person who doesn't see them; none for decoration.
    ///
    /// Its subviews say what they say by themselves, after it. Elements are read when the view is laid out.
    open var accessibilityElements: [AccessibilityElement] { [] }

    /// Requests a call of `layoutSubviews` before the next frame.
    public func setNeedsLayout() {
        needsLayout = true
        tree?.setNeedsLayout()
        setNeedsDisplay()
    }

    /// Requests that the next frame draws the view again.
    public func setNeedsDisplay() {
        tree?.setNeedsDisplay()
    }

    /// Returns the steps that an indicator in the view has turned since it appeared, and draws it again at the next one.
    ///
    /// Call it while drawing, with the canvas. Where motion is reduced, and outside of a window, it stays at 0.
    /// Nothing runs while the window isn't drawn.
    public final func turn(in canvas: Canvas) -> Int {
        canvas.traits.reducesMotion ? 0 : tree?.turn(every: View.turnInterval) ?? 0
    }

    private static let turnInterval = Duration.milliseconds(120)

    final func layoutIfNeeded() {
        if needsLayout {
            needsLayout = false
            layoutSubviews()
        }
        for subview in subviews { subview.layoutIfNeeded() }
    }

    final func render(in canvas: inout Canvas) {
        guard !isHidden, !frame.isEmpty else { return }
        canvas.withClip(frame) { canvas in
            if let background { canvas.fill(bounds, style: background) }
            draw(in: &canvas)
            for subview in subviews { subview.render(in: &canvas) }
        }
    }

    /// Adds where the view draws, in the coordinates of the window.
    ///
    /// A view without a background shows what its subviews do. One without visible
    /// subviews draws by itself, anywhere.
    final func collect(_ areas: inout ContentAreas, in clip: Rect, around origin: Point) {
        let area = frame.offset(by: origin).intersection(clip)
        guard !isHidden, !area.isEmpty else { return }
        guard background?.background == nil else {
            areas.shown.append(area)
            areas.opaque.append(area)
            return
        }
        let count = areas.shown.count
        for subview in subviews { subview.collect(&areas, in: area, around: origin + frame.origin) }
        if background != nil || areas.shown.count == count { areas.shown.append(area) }
    }

    // MARK: - The tree

    /// Adds a view on top of the others, and removes it from its superview first.
    ///
    /// Nothing changes if the view contains this one or is the root view of a window,
    /// or if more than 500 views would be inside one another: drawing and layout
    /// would overflow the stack.
    public func addSubview(_ view: View) {
        guard canTake(view) else { return }
        view.removeFromSuperview()
        // An observer of the removal may have added the view somewhere else.
        guard view.superview == nil, canTake(view) else { return }
        subviews.append(view)
        view.superview = self
        view.ownSize = view.bounds.size
        view.setTree(tree)
        setNeedsDisplay()
    }

    private func canTake(_ view: View) -> Bool {
        view !== self && view.tree?.root !== view && !isDescendant(of: view) && ViewTree.canNest(view, in: self)
    }

    /// Removes the view from its superview; it loses touches and the keyboard.
    ///
    /// The keyboard goes to the next view before the next key or frame, unless
    /// another view has become the first responder by then.
    public func removeFromSuperview() {
        guard let superview else { return }
        tree?.willRemove(self)
        // The newest is often the first to go.
        if let index = superview.subviews.lastIndex(where: { $0 === self }) { superview.subviews.remove(at: index) }
        superview.setNeedsDisplay()
        self.superview = nil
        let left = tree
        setTree(nil)
        // Last: an observer may add the view somewhere else.
        left?.didRemove(self)
    }

    /// Returns whether the view is another view or one of its descendants.
    func isDescendant(of view: View) -> Bool {
        self === view || superview?.isDescendant(of: view) ?? false
    }

    /// Whether the view is neither hidden nor disabled itself.
    final var isActive: Bool { !isHidden && isUserInteractionEnabled }

    final func setTree(_ tree: ViewTree?) {
        self.tree = tree
        if needsLayout { tree?.setNeedsLayout() }
        for subview in subviews { subview.setTree(tree) }
    }

    /// Converts a position in the view to the coordinates of the window.
    final func convertToWindow(_ point: Point) -> Point {
        let outer = point + frame.origin
        return superview?.convertToWindow(outer) ?? outer
    }

    // MARK: - Touches

    /// Returns whether a position in the view's coordinates is on the view.
    open func contains(_ point: Point) -> Bool {
        bounds.contains(point)
    }

    /// Returns the view that receives a touch at a position; `nil` if the position isn't on this view.
    ///
    /// Subviews are tested first, from the topmost down. Hidden and disabled views
    /// are never hit, nor is anything outside a superview's bounds.
    final func hitTest(_ point: Point) -> View? {
        guard isActive, contains(point) else { return nil }
        for subview in subviews.reversed() {
            if let hit = subview.hitTest(point - subview.frame.origin) { return hit }
        }
        return self
    }

    /// Scrolls by a number of rows, down if it's positive; returns `false` to pass the request to the superview.
    open func scroll(by rows: Int) -> Bool { false }

    // MARK: - The keyboard

    /// Whether the view can become the first responder.
    open var canBecomeFirstResponder: Bool { false }

    /// Whether the view receives keys first while its window is key.
    public var isFirstResponder: Bool { tree?.firstResponder === self }

    /// Makes the view the first responder, and returns whether it is.
    ///
    /// A view that is hidden or disabled, or is in such a view, can't become it.
    @discardableResult
    public final func becomeFirstResponder() -> Bool {
        tree?.makeFirstResponder(self) ?? false
    }

    /// Called after the view has become or ceased to be the first responder.
    func firstResponderDidChange() {
        setNeedsDisplay()
    }

    /// Called after a view in this one has become the first responder.
    func descendantDidBecomeFirstResponder() {}

    /// Handles a key; returns `false` to pass it to the superview.
    open func keyDown(_ event: KeyEvent) -> Bool { false }

    /// Handles pasted text; returns `false` to pass it to the superview.
    func paste(_ text: String) -> Bool { false }

    /// The cell of the terminal's cursor while the view gets keys first: where the focus stands; nil for none.
    ///
    /// Screen readers and braille displays follow that cursor, though it's hidden outside of a text field. By
    /// default it's the first cell. A view with several parts returns the first letter of the one that the next
    /// key is for. It's read after each frame on which the view was drawn.
    open var cursorPosition: Point? { .zero }

    /// Whether the cursor is shown, as in a text field.
    var showsCursor: Bool { false }
}

extension View {
    /// Draws the view alone on a display in memory, which it fills, over a background.
    ///
    /// It needs no window and shows nothing. The view gets the size of the display, and keeps it. It must not be in a
    /// window, whose layout would change.
    public func snapshot(on traits: DisplayTraits, background: Style = Theme.page) -> FrameSnapshot {
        let display = Display(traits)
        present(on: display, background: background)
        return display.snapshot()
    }

    /// Draws the view alone on a display, which it fills, over a background.
    package func present(on display: Display, background: Style = Theme.page) {
        let size = display.traits.size
        frame = Rect(origin: .zero, size: size)
        layoutIfNeeded()
        var canvas = Canvas(size: size, on: display.traits)
        canvas.fill(bounds, style: background)
        render(in: &canvas)
        let layer = Layer(id: 1, frame: frame, alpha: 255, canvas: canvas, version: 1)
        display.present(Frame(size: size, layers: [layer], cursor: nil))
    }
}
