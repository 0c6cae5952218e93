/// The state of a view at one moment, for tools that show the tree of a window.
public struct ViewReport: Hashable, Sendable {
    /// The identity of the view.
    public let id: ViewID

    /// The name of the view's class.
    public let type: String

    /// The number of views that contain the view.
    public let depth: Int

    /// The number of views directly in the view.
    public let subviewCount: Int

    /// The rectangle of the view in the coordinates of its superview.
    public let frame: Rect

    /// The rectangle of the view on the screen.
    public let screenFrame: Rect

    /// The part of it that no superview clips; empty if nothing is left.
    public let visibleFrame: Rect

    /// Whether the view itself is hidden.
    public let isHidden: Bool

    /// Whether the view itself takes touches and keys.
    public let isUserInteractionEnabled: Bool

    /// Whether the view gets keys first while its window is key.
    public let isFirstResponder: Bool

    /// Whether the view can get keys first.
    public let canBecomeFirstResponder: Bool

    /// The gestures that the view recognizes; nil for none, so that its superviews get touches on it.
    public let gestures: GestureConfiguration?

    /// The style that fills the view; nil where it's transparent.
    public let background: Style?

    /// The value of the view's first accessibility element, or else its label; nil without one.
    ///
    /// For a label it's the text, for a field what was entered; nil if the field hides its text.
    public let text: String?
}

/// The identity of a view while it exists.
public struct ViewID: Hashable, Sendable {
    private let id: ObjectIdentifier

    @MainActor init(_ view: View) {
        id = ObjectIdentifier(view)
    }
}

extension Window {
    /// Returns reports about all views, each before its subviews; none for a window without views.
    func viewReports() -> [ViewReport] {
        guard let tree = viewTree else { return [] }
        // Layout is the owner's code.
        withContent(.layout) { $0.layoutIfNeeded() }
        var reports: [ViewReport] = []
        let screen = Rect(origin: .zero, size: frame.size).offset(by: frame.origin)
        tree.root.report(depth: 0, at: frame.origin, clippedBy: screen, into: &reports)
        return reports
    }

    /// Returns the views at a point of the screen, from the root to the one that is hit.
    func viewIDs(at point: Point) -> [ViewID] {
        guard let tree = viewTree else { return [] }
        return withContent(.hitTest) { _ in
            tree.layoutIfNeeded()
            var path: [ViewID] = []
            var view = tree.root.hitTest(point - frame.origin)
            while let current = view {
                path.append(ViewID(current))
                view = current.superview
            }
            return path.reversed()
        } ?? []
    }
}

extension View {
    /// Returns the view with an identity in this one, or this one itself.
    final func descendant(_ id: ViewID) -> View? {
        ViewID(self) == id ? self : subviews.lazy.compactMap { $0.descendant(id) }.first
    }

    fileprivate func report(depth: Int, at origin: Point, clippedBy clip: Rect, into reports: inout [ViewReport]) {
        let screenFrame = frame.offset(by: origin)
        let visible = isHidden ? .zero : screenFrame.intersection(clip)
        reports.append(
            ViewReport(
                id: ViewID(self),
                type: "\(type(of: self))",
                depth: depth,
                subviewCount: subviews.count,
                frame: frame,
                screenFrame: screenFrame,
                visibleFrame: visible,
                isHidden: isHidden,
                isUserInteractionEnabled: isUserInteractionEnabled,
                isFirstResponder: isFirstResponder,
                canBecomeFirstResponder: canBecomeFirstResponder,
                gestures: gestures,
                background: background,
                text: reportedText
            )
        )
        for subview in subviews {
            subview.report(depth: depth + 1, at: screenFrame.origin, clippedBy: visible, into: &reports)
        }
    }

    private var reportedText: String? {
        guard let element = namedElements.first, !element.state.contains(.secret) else { return nil }
        return element.value ?? element.label
    }
}
