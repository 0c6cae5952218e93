/// A rectangle of a window that draws itself, holds other views and takes touches and keys.
///
/// Coordinates are cells of the superview for `frame`, and the view's own for
/// everything else. A view is drawn over its superview, later subviews over
/// earlier ones, and nothing of it is seen or hit outside its bounds.
@MainActor open class View {
    /// Where the view is, in the coordinates of its superview.
    public var frame: Rect {
        didSet {
            guard frame != oldValue else { return }
            if frame.size != oldValue.size { setNeedsLayout() }
            setNeedsDisplay()
        }
    }

    /// The view's own rectangle: its size, at the origin.
    public var bounds: Rect { Rect(origin: .zero, size: frame.size) }

    /// The views inside this one, the topmost last.
    public private(set) var subviews: [View] = []

    /// The view that this one is in.
    public private(set) weak var superview: View?

    /// Whether the view and all inside it are neither drawn nor hit; then the keyboard leaves them.
    public var isHidden = false {
        didSet {
            guard isHidden != oldValue else { return }
            setNeedsDisplay()
            if isHidden { tree?.didDisable(self) }
        }
    }

    /// Whether the view and all inside it take touches and keys.
    public var isUserInteractionEnabled = true {
        didSet { if !isUserInteractionEnabled { tree?.didDisable(self) } }
    }

    /// Where the view stands among those beside it when tab goes around: lower ones come first.
    ///
    /// Those with one number, as all have 0 at first, are visited top to
    /// bottom and left to right.
    public var focusIndex = 0

    /// What fills the view before it draws; nil leaves what is below.
    public var background: Style? {
        didSet { if background != oldValue { setNeedsDisplay() } }
    }

    /// What the view does with touches that are on it and on none of its subviews.
    public var gestures: GestureConfiguration? {
        didSet { tree?.forgetGesture(of: self) }
    }

    /// Called for each gesture that the view takes part in.
    public var onGesture: (@MainActor (GestureEvent) -> Void)?

    /// The tree that the view is part of while its root is a window's.
    weak var tree: ViewTree?

    private var needsLayout = true

    /// Creates a view.
    public init(frame: Rect = .zero) {
        self.frame = frame
    }

    // MARK: - Drawing

    /// Draws the view's own content; what it holds is drawn after it.
    ///
    /// The canvas is as large as the view, and its origin is the view's.
    open func draw(in canvas: inout Canvas) {}

    /// Puts the subviews in their places; called before drawing when the size has changed.
    open func layoutSubviews() {}

    /// Asks for `layoutSubviews` before the next frame.
    public func setNeedsLayout() {
        needsLayout = true
        setNeedsDisplay()
    }

    /// Asks for the view to be drawn again with the next frame.
    public func setNeedsDisplay() {
        tree?.setNeedsDisplay()
    }

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

    // MARK: - The tree

    /// Adds a view on top of the others; a view that is elsewhere leaves there first.
    public func addSubview(_ view: View) {
        guard view !== self, !isDescendant(of: view) else { return }
        view.removeFromSuperview()
        subviews.append(view)
        view.superview = self
        view.setTree(tree)
        setNeedsDisplay()
    }

    /// Takes the view out of its superview; touches and the keyboard leave it.
    ///
    /// The keyboard goes to the next view before the next key or frame, unless
    /// somebody has taken it by then.
    public func removeFromSuperview() {
        guard let superview else { return }
        tree?.willRemove(self)
        superview.subviews.removeAll { $0 === self }
        superview.setNeedsDisplay()
        self.superview = nil
        let left = tree
        setTree(nil)
        // Last: who hears of it may put the view somewhere else.
        left?.didRemove(self)
    }

    /// Tells whether the view is another one or lies in it, however deep.
    public func isDescendant(of view: View) -> Bool {
        self === view || superview?.isDescendant(of: view) ?? false
    }

    /// Whether the view itself is neither hidden nor disabled.
    final var takesPart: Bool { !isHidden && isUserInteractionEnabled }

    final func setTree(_ tree: ViewTree?) {
        self.tree = tree
        for subview in subviews { subview.setTree(tree) }
    }

    /// Returns a position of this view in the coordinates of the window.
    public func convertToWindow(_ point: Point) -> Point {
        let outer = point + frame.origin
        return superview?.convertToWindow(outer) ?? outer
    }

    // MARK: - Touches

    /// Tells whether a position, in the view's own coordinates, is on the view.
    open func contains(_ point: Point) -> Bool {
        bounds.contains(point)
    }

    /// Returns the view that a touch at a position is for; nil when it is not on this one.
    ///
    /// Subviews are asked first, the topmost first. Hidden and disabled views
    /// are never hit, nor is what lies outside a superview's bounds.
    public final func hitTest(_ point: Point) -> View? {
        guard !isHidden, isUserInteractionEnabled, contains(point) else { return nil }
        for subview in subviews.reversed() {
            if let hit = subview.hitTest(point - subview.frame.origin) { return hit }
        }
        return self
    }

    /// Scrolls by a number of rows; returns false to pass it on to the superview.
    open func scroll(by rows: Int) -> Bool { false }

    // MARK: - The keyboard

    /// Whether the view can be the one that keys go to.
    open var canBecomeFirstResponder: Bool { false }

    /// Whether keys go to this view first while its window is key.
    public var isFirstResponder: Bool { tree?.firstResponder === self }

    /// Makes this the view that keys go to first; returns whether it is now.
    ///
    /// A view that is hidden or disabled, or lies in one, cannot be.
    @discardableResult
    public final func becomeFirstResponder() -> Bool {
        tree?.makeFirstResponder(self) ?? false
    }

    /// Called after the view became or ceased to be the first responder.
    open func firstResponderDidChange() {
        setNeedsDisplay()
    }

    /// Handles a key; returns false to pass it on to the superview.
    open func keyDown(_ event: KeyEvent) -> Bool { false }

    /// Takes text that was pasted; returns false to pass it on to the superview.
    open func paste(_ text: String) -> Bool { false }

    /// Where the text cursor stands, in the view's own coordinates; nil for none.
    open var cursorPosition: Point? { nil }
}

extension View {
    /// Draws the view alone on a screen of a size, over a background.
    package func snapshot(size: Size, colorDepth: ColorDepth, isASCII: Bool, background: Style) -> FrameSnapshot {
        let display = MemoryDisplay(size: size, depth: colorDepth, isASCII: isASCII)
        frame = Rect(origin: .zero, size: size)
        layoutIfNeeded()
        var canvas = Canvas(size: size, isASCII: isASCII, hasColors: colorDepth != .monochrome)
        canvas.fill(bounds, style: background)
        render(in: &canvas)
        let layer = Layer(id: 1, frame: frame, alpha: 255, canvas: canvas, version: 1)
        display.present(Frame(size: size, layers: [layer], cursor: nil))
        return display.snapshot()
    }
}
