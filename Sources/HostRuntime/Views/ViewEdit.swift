/// A change that a tool makes to a view of any party.
public enum ViewEdit: Hashable, Sendable {
    /// Another text of a label, or title of a button.
    case text(String)
    /// Another style of a label's text, or of a button at rest.
    case textStyle(Style)
    /// Another style that fills the view; nil lets the view below show through.
    case background(Style?)
    /// Another rectangle, in the coordinates of the superview.
    case frame(Rect)
}

extension ViewEdit: CustomStringConvertible {
    /// The change in the words of a log: `frame 10x1 at (4, 3)`.
    public var description: String {
        switch self {
        case .text(let text): "text '\(text.escapingControls)'"
        case .textStyle(let style): "text style \(style)"
        case .background(let style): "background \(style.map { "\($0)" } ?? "none")"
        case .frame(let frame): "frame \(frame)"
        }
    }
}

/// The value of a view before a `ViewEdit`, to take it back; it doesn't hold the view.
@MainActor public struct ViewUndo {
    /// The class of the view, with its text before the edit.
    public let title: String

    /// The owner of the view's window.
    public let owner: Owner

    private weak var view: View?
    private let before: ViewEdit

    fileprivate init(_ view: View, _ before: ViewEdit, owner: Owner) {
        title = "\(type(of: view))" + (view.editableText.map { " '\($0.escapingControls)'" } ?? "")
        self.owner = owner
        self.view = view
        self.before = before
    }

    /// Gives the view its value back, and returns the value; nil if the view is gone.
    func restore() -> ViewEdit? {
        guard let view else { return nil }
        RunningCode.call(of: owner, .window) { view.apply(before) }
        return before
    }
}

extension Window {
    /// Makes a change to a view; returns nil if it changes nothing.
    func apply(_ edit: ViewEdit, to id: ViewID) -> ViewUndo? {
        guard let view = viewTree?.root.descendant(id), let before = view.value(like: edit), before != edit else {
            return nil
        }
        let undo = ViewUndo(view, before, owner: owner)
        withContent(.window) { _ in view.apply(edit) }
        return undo
    }
}

extension View {
    /// The style of the text that a tool can edit; nil for a view without such a text.
    var textStyle: Style? {
        if case .textStyle(let style) = value(like: .textStyle(Style())) { style } else { nil }
    }

    /// The text that a tool can edit; nil for a view without one.
    var editableText: String? {
        if case .text(let text) = value(like: .text("")) { text } else { nil }
    }

    /// Returns the view with an identity in this one, or this one itself.
    final func descendant(_ id: ViewID) -> View? {
        ViewID(self) == id ? self : subviews.lazy.compactMap { $0.descendant(id) }.first
    }

    /// The value that an edit would replace; nil if the view has no such value.
    fileprivate func value(like edit: ViewEdit) -> ViewEdit? {
        switch (edit, self) {
        case (.text, let label as Label): .text(label.text)
        case (.text, let button as Button): .text(button.title)
        case (.textStyle, let label as Label): .textStyle(label.style)
        case (.textStyle, let button as Button): .textStyle(button.style)
        case (.text, _), (.textStyle, _): nil
        case (.background, _): .background(background)
        case (.frame, _): .frame(frame)
        }
    }

    fileprivate func apply(_ edit: ViewEdit) {
        switch (edit, self) {
        case (.text(let text), let label as Label): label.text = text
        case (.text(let text), let button as Button): button.title = text
        case (.textStyle(let style), let label as Label): label.style = style
        case (.textStyle(let style), let button as Button): button.style = style
        case (.text, _), (.textStyle, _): break
        case (.background(let style), _): background = style
        case (.frame(let frame), _): self.frame = frame
        }
    }
}
