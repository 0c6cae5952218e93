/// The content of a window: a root view, its first responder, and the touch under way.
@MainActor final class ViewTree: WindowContent {
    /// The view that fills the window.
    let root: View

    /// The view that receives keys first.
    private(set) weak var firstResponder: View?

    let clock: HostClock
    // The candidates for the keyboard after its view has gone, best first.
    private var focusCandidates: [FocusCandidate] = []
    // Whether the first field receives the keyboard after the next layout, unless a view takes it until then.
    private var givesKeyboardToField = false
    private weak var window: Window?
    private weak var touched: View?
    // The class of the view that used the last input.
    private var inputHandlerType: View.Type?
    // Whether a touch has begun that hasn't ended.
    private var isTouched = false
    // The origin of the touched view on the screen when the touch began: a view or window that is
    // dragged moves under the pointer, and its gesture must not take that as motion.
    private var touchOrigin = Point.zero
    private var gesture: (view: ObjectIdentifier, machine: GestureMachine)?
    private var gestureTimer: HostTimer?
    // Whether a view may need layout. Most frames only move windows, and needn't pass all views.
    private var needsLayout = true
    // The time since which indicators turn, and the call for their next step.
    private var turning: (start: Duration, next: HostTimer?)?
    private var isTurning = false

    private struct FocusCandidate {
        weak var view: View?
    }

    init(root: View, clock: HostClock, window: Window) {
        self.root = root
        self.clock = clock
        self.window = window
        root.removeFromSuperview()
        root.setTree(self)
        root.frame = Rect(origin: .zero, size: window.frame.size)
    }

    /// The number of views that may be inside one another, from the root to the innermost.
    static let depthLimit = 500

    /// Returns whether a view, with all that it contains, isn't too deep in another one.
    static func canNest(_ view: View, in superview: View) -> Bool {
        var depth = height(of: view)
        var outer: View? = superview
        while let view = outer {
            depth += 1
            outer = view.superview
        }
        return depth <= depthLimit
    }

    private static func height(of view: View) -> Int {
        1 + view.subviews.reduce(0) { max($0, height(of: $1)) }
    }

    func setNeedsDisplay() {
        window?.setNeedsDisplay()
    }

    /// Makes the next layout pass all views.
    func setNeedsLayout() {
        needsLayout = true
    }

    /// Lays out the views that need it.
    func layoutIfNeeded() {
        if needsLayout {
            // Before the pass, in which layout may ask for more.
            needsLayout = false
            root.layoutIfNeeded()
        }
        resolveFocus()
    }

    /// Draws everything into a canvas of the window's size.
    func draw(in canvas: inout Canvas) {
        isTurning = false
        root.render(in: &canvas)
        if !isTurning { turning = nil }
    }

    /// Returns the steps that indicators have turned, and draws the window again at the next one.
    ///
    /// A window that isn't drawn then, such as behind the lock, asks for no further step until it is.
    func turn(every interval: Duration) -> Int {
        isTurning = true
        let start = turning?.start ?? clock.now
        let step = Int((clock.now - start) / interval)
        if turning?.next == nil {
            let next = clock.schedule(at: start + interval * (step + 1)) { [weak self] in
                self?.turning?.next = nil
                self?.setNeedsDisplay()
            }
            turning = (start, next)
        }
        return step
    }

    var isEnteringSecret: Bool {
        // The key that asks may come before the frame in which a field receives the keyboard.
        layoutIfNeeded()
        return (firstResponder as? TextField)?.isSecret ?? false
    }

    var areas: ContentAreas {
        layoutIfNeeded()
        var areas = ContentAreas()
        root.collect(&areas, in: root.frame, around: .zero)
        return areas
    }

    var inputHandler: String? { inputHandlerType.map { "\($0)" } }

    /// The position of the terminal's cursor in the window; nil while the focus is scrolled out of sight.
    ///
    /// Without a first responder it's at the first control, such as one that has a key, or else at the first text.
    var cursorPosition: Point? {
        guard let firstResponder else {
            let reports = elementReports()
            let position = reports.focus.map { reports[$0].position }
            return position.flatMap { root.bounds.contains($0) ? $0 : nil }
        }
        guard var position = firstResponder.cursorPosition else { return nil }
        var view: View? = firstResponder
        while let current = view {
            guard !current.isHidden, current.bounds.contains(position) else { return nil }
            position = position + current.frame.origin
            view = current.superview
        }
        return position
    }

    var showsCursor: Bool { firstResponder?.showsCursor ?? false }

    var fieldFrame: Rect? {
        guard let firstResponder, firstResponder.showsCursor else { return nil }
        var frame = firstResponder.bounds
        var view: View? = firstResponder
        while let current = view {
            guard !current.isHidden else { return nil }
            frame = frame.intersection(current.bounds).offset(by: current.frame.origin)
            view = current.superview
        }
        return frame.isEmpty ? nil : frame
    }

    /// Gives the keyboard to the first field before the next key or frame, if no view has it by then.
    ///
    /// Not at once: a program makes its window key and then one of its views first responder.
    func windowDidBecomeKey() {
        guard firstResponder == nil else { return }
        givesKeyboardToField = true
        setNeedsDisplay()
    }

    func windowDidResize(to size: Size) {
        root.frame = Rect(origin: .zero, size: size)
    }

    // MARK: - Touches

    func hitTest(_ point: Point) -> Bool {
        layoutIfNeeded()
        return root.hitTest(point).map { $0 !== root } ?? false
    }

    func touch(_ touch: Touch) {
        isTouched = touch.phase == .began || touch.phase == .moved && isTouched
        if touch.phase == .began {
            // The taps that waited for another one may change what is under this touch, or cancel it.
            if self.target(at: touch.location) !== touched { endGesture { $0.flush() } }
            guard isTouched else { return }
            let target = self.target(at: touch.location)
            touched = target
            touchOrigin = (target?.convertToWindow(.zero) ?? .zero) + windowOrigin
            if let target, target.canBecomeFirstResponder { target.becomeFirstResponder() }
            inputHandlerType = target.map { type(of: $0) }
            // A callback may have cancelled the touch, or hidden the view or the window.
            if let target, !isTouched || !isPresent(target) { touched = nil }
        }
        guard let view = touched, let configuration = view.gestures else { return }
        if gesture?.view != ObjectIdentifier(view) {
            gesture = (ObjectIdentifier(view), GestureMachine(configuration))
        }
        let local = Touch(touch.phase, at: touch.location + windowOrigin - touchOrigin)
        drive(view) { $0.handle(local, at: self.clock.now) }
    }

    private var windowOrigin: Point { window?.frame.origin ?? .zero }

    /// Returns the nearest view with gestures, as a label in a button leaves the touch to the button.
    private func target(at point: Point) -> View? {
        layoutIfNeeded()
        var target = root.hitTest(point)
        while let view = target, view.gestures == nil { target = view.superview }
        return target
    }

    private func drive(_ view: View, _ step: (inout GestureMachine) -> [GestureEvent]) {
        guard var machine = gesture?.machine else { return }
        let events = step(&machine)
        gesture?.machine = machine
        gestureTimer = nil
        if let deadline = machine.deadline {
            gestureTimer = clock.schedule(at: deadline) { [weak self, weak view] in
                guard let self, let view else { return }
                let entry = self.window?.calls.during(.input) ?? CallEntry(of: .host, .input)
                RunningCode.call(entry) { self.drive(view) { $0.timeReached(self.clock.now) } }
            }
        }
        deliver(events, to: view)
    }

    /// Reports gestures to a view; callers do this last, because a handler may do anything.
    private func deliver(_ events: [GestureEvent], to view: View) {
        let isPresent = isPresent(view)
        for event in events {
            view.onGesture?(event)
            // A handler that hides, disables or removes its view, or hides or closes its window,
            // receives no more of the gesture.
            guard self.isPresent(view) == isPresent else { return }
        }
    }

    private func isPresent(_ view: View) -> Bool {
        guard let window, !window.isClosed, !window.isHidden else { return false }
        return view.tree === self && isReachable(view)
    }

    func forgetGesture(of view: View) {
        if gesture?.view == ObjectIdentifier(view) { endGesture { $0.cancel() } }
    }

    /// Cancels the gesture under way, for example when the terminal loses focus.
    func cancelGesture() {
        if let touched { drive(touched) { $0.cancel() } }
    }

    func finishTaps() {
        if gesture?.machine.isDown == false { endGesture { $0.flush() } }
    }

    /// Ends the gesture of the touched view, and reports its outcome.
    private func endGesture(_ finish: (inout GestureMachine) -> [GestureEvent]) {
        let view = touched
        let ended = gesture
        gesture = nil
        gestureTimer = nil
        touched = nil
        guard let view, var machine = ended?.machine else { return }
        deliver(finish(&machine), to: view)
    }

    /// Records the candidates for the keyboard before a view goes.
    func willRemove(_ view: View) {
        guard let firstResponder, firstResponder.isDescendant(of: view) else { return }
        focusCandidates = ([firstResponder] + focusCandidates(of: view)).map { FocusCandidate(view: $0) }
    }

    /// Takes the keyboard and the touch from a view that has gone.
    func didRemove(_ view: View) {
        if let firstResponder, firstResponder.isDescendant(of: view) {
            self.firstResponder = nil
            firstResponder.firstResponderDidChange()
        }
        if let touched, touched.isDescendant(of: view) { endGesture { $0.cancel() } }
    }

    func didDisable(_ view: View) {
        willRemove(view)
        didRemove(view)
    }

    /// Moves the keyboard of a view that has gone to the next candidate.
    ///
    /// Not at once: code that replaces the view makes the new one first responder afterward,
    /// and a view that is hidden during layout may come back.
    private func resolveFocus() {
        if givesKeyboardToField {
            givesKeyboardToField = false
            let field = focusOrder().first { $0 is TextField }
            if firstResponder == nil, focusCandidates.isEmpty, let field { _ = makeFirstResponder(field) }
        }
        guard !focusCandidates.isEmpty else { return }
        let views = focusCandidates.compactMap(\.view)
        focusCandidates = []
        guard firstResponder == nil else { return }
        let order = focusOrder()
        let next = views.first { view in order.contains { $0 === view } }
        if let next { _ = makeFirstResponder(next) }
    }

    func wheel(_ rows: Int, at point: Point) -> Bool {
        layoutIfNeeded()
        return offer(to: root.hitTest(point)) { $0.scroll(by: rows) }
    }

    /// Offers input to a view and then to its superviews, until one uses it; returns whether one did.
    @discardableResult
    private func offer(to view: View?, _ input: (View) -> Bool) -> Bool {
        var target = view
        inputHandlerType = nil
        while let view = target {
            if input(view) {
                inputHandlerType = type(of: view)
                return true
            }
            target = view.superview
        }
        return false
    }

    // MARK: - The keyboard

    func makeFirstResponder(_ view: View?) -> Bool {
        if let view, !view.canBecomeFirstResponder || view.tree !== self || !isReachable(view) { return false }
        focusCandidates = []
        givesKeyboardToField = false
        let previous = firstResponder
        guard previous !== view else { return true }
        firstResponder = view
        previous?.firstResponderDidChange()
        view?.firstResponderDidChange()
        var outer = view?.superview
        while let current = outer {
            current.descendantDidBecomeFirstResponder()
            outer = current.superview
        }
        return true
    }

    private func isReachable(_ view: View) -> Bool {
        view.isActive && (view.superview.map(isReachable) ?? true)
    }

    func key(_ event: KeyEvent) -> Bool {
        // A key may precede the first frame, and a page down needs the height of the page.
        layoutIfNeeded()
        // A root that is hidden or disabled has no use for keys, and nothing in it has.
        if offer(to: firstResponder ?? (root.isActive ? root : nil), { $0.keyDown(event) }) { return true }
        switch event {
        case KeyEvent(.tab): return moveFocus(by: 1)
        case KeyEvent(.tab, .shift): return moveFocus(by: -1)
        default: return FocusMap.Direction(event).map(moveFocus) ?? false
        }
    }

    /// Sends a key as if it were typed; in a window that isn't key, only to its views.
    func press(_ event: KeyEvent) {
        if let window, window.isKey { window.press(event) } else { _ = key(event) }
    }

    func paste(_ text: String) {
        layoutIfNeeded()
        offer(to: firstResponder) { $0.paste(text) }
    }
}

extension Window {
    /// The views of the window; windows know contents, of which views are one kind.
    var viewTree: ViewTree? { content as? ViewTree }

    /// The view that fills the window; `nil` if the window shows none.
    public var rootView: View? { viewTree?.root }

    /// Creates a hidden window with a root view; without a frame it fills the screen.
    convenience init(
        scene: WindowScene,
        title: String,
        level: WindowLevel,
        frame: Rect?,
        owner: Owner = .host,
        root: View,
        clock: HostClock,
        file: String = #fileID,
        line: Int = #line
    ) {
        self.init(scene: scene, title: title, level: level, frame: frame, owner: owner, file: file, line: line)
        content = ViewTree(root: root, clock: clock, window: self)
    }
}
