/// What a view, or a part that it draws itself, says to a person who doesn't see it.
///
/// A view says it once, in `View.accessibilityElements`. The program as lines
/// (`--plain`), a script's transcript, tools and tests all read it there.
public struct AccessibilityElement: Hashable, Sendable {
    /// The kind of an element.
    public enum Role: String, Hashable, Sendable, CaseIterable {
        /// Text to read.
        case text
        /// The title of what follows.
        case heading
        /// A text about what has happened, which is said when it changes, wherever the keyboard is.
        case status
        /// A control that does something at once.
        case button
        /// A line of text that can be edited.
        case field
        /// A control that is on or off.
        case toggle
        /// The list of the rows that follow.
        case list
        /// A row of a list or a table.
        case row
        /// One of several pages, of which the selected one is shown.
        case tab
        /// A card in front of a page, with what follows in it.
        case dialog
        /// The progress of something that runs.
        case progress
        /// A picture, or an advertisement with one.
        case image
    }

    /// The states of an element that apply.
    public struct State: OptionSet, Hashable, Sendable {
        /// The set as a number.
        public let rawValue: Int

        /// Creates a set from its number.
        public init(rawValue: Int) { self.rawValue = rawValue }

        /// The row, tab or choice is the selected one.
        public static let selected = State(rawValue: 1)

        /// The control can't be used now.
        public static let disabled = State(rawValue: 2)

        /// The rows or the views that belong to the control are shown.
        public static let expanded = State(rawValue: 4)

        /// The field hides what is entered.
        public static let secret = State(rawValue: 8)

        /// The toggle is on.
        public static let on = State(rawValue: 16)

        /// The row stands for what is in use now.
        public static let current = State(rawValue: 32)

        /// The value changes so often that it's said only at its first and its last change, as of a countdown.
        public static let updatesFrequently = State(rawValue: 64)
    }

    /// The kind of the element.
    public var role: Role

    /// The name of the element: the title of a button, the text of a label, what a field is for.
    public var label: String

    /// What the element is set to, or says besides its name; nil for nothing.
    public var value: String?

    /// The states that apply.
    public var state: State

    /// How to use the element, or what it's for; nil where that is clear.
    public var hint: String?

    /// The cells of the element, in the coordinates of its view; nil for all of the view.
    ///
    /// A tap on its first cell uses the element.
    public var frame: Rect?

    /// Creates an element.
    public init(
        _ role: Role,
        _ label: String,
        value: String? = nil,
        state: State = [],
        hint: String? = nil,
        frame: Rect? = nil
    ) {
        self.role = role
        self.label = label
        self.value = value
        self.state = state
        self.hint = hint
        self.frame = frame
    }

    /// Whether a person can do something with the element, unless it's disabled.
    public var isControl: Bool {
        switch role {
        case .button, .field, .toggle, .row, .tab: true
        case .text, .heading, .status, .list, .dialog, .progress, .image: false
        }
    }
}

extension AccessibilityElement: CustomStringConvertible {
    /// The element as a screen reader says it, in one line: `Password, field, secret`.
    public var description: String {
        let texts = [label] + [value].compactMap { $0 }
        let words = texts.filter { !$0.isEmpty } + (role.word.map { [$0] } ?? []) + state.words(of: role)
        return words.joined(separator: ", ").replacing("\n", with: " ").escapingControls
    }
}

extension AccessibilityElement.Role {
    /// The word for the kind, where the text alone doesn't say it.
    fileprivate var word: String? {
        switch self {
        case .text, .status, .row, .progress: nil
        default: rawValue
        }
    }
}

extension AccessibilityElement.State {
    fileprivate func words(of role: AccessibilityElement.Role) -> [String] {
        let words: [(AccessibilityElement.State, String)] = [
            (.selected, "selected"), (.current, "current"), (.disabled, "disabled"), (.expanded, "expanded"),
            (.secret, "secret"),
        ]
        return (role == .toggle ? [contains(.on) ? "on" : "off"] : []) + words.filter { contains($0.0) }.map(\.1)
    }
}

/// An element of a window at one moment, with its place and its view.
struct ElementReport: Hashable, Sendable {
    /// What the element says.
    let element: AccessibilityElement

    /// The view of the element, which may have several.
    let view: ViewID

    /// The cells of the element in the window, some or all of which may be scrolled out of sight.
    let frame: Rect

    /// The cell in the window at which the element begins, for a tap and for the focus.
    let position: Point

    /// Whether the view of the element, or one around it, gets keys first.
    let isFirstResponder: Bool

    /// Whether the view of the element can have the keyboard.
    let canBecomeFirstResponder: Bool

    /// Whether the view of the element recognizes gestures.
    let isTappable: Bool
}

extension [ElementReport] {
    /// The index of the element at the focus: the selected one, or else the first, of the view that gets keys first.
    ///
    /// Without such a view, it's the first control, such as one that has a key, or else the first text.
    var focus: Int? {
        let own = indices.filter { self[$0].isFirstResponder }
        return own.first { self[$0].element.state.contains(.selected) } ?? own.first
            ?? firstIndex { $0.element.isControl } ?? indices.first
    }
}

extension Window {
    /// Returns what the window says to a person who doesn't see it, in the order of reading.
    ///
    /// A view comes before its subviews, which go from top to bottom and from left to right. What is
    /// hidden, has no size or has an empty `accessibilityLabel` says nothing; what is scrolled
    /// out of sight is there too, but for the rows of a list.
    func elementReports() -> [ElementReport] {
        guard let tree = viewTree else { return [] }
        // Layout and descriptions are the owner's code.
        return withContent(.layout) { _ in
            tree.layoutIfNeeded()
            return tree.elementReports()
        } ?? []
    }
}

extension WindowScene {
    /// What the windows in sight say to a person who doesn't see them, front to back, with a mark at the focus.
    package var spokenPage: String {
        let parts = visibleWindows.reversed().filter { !$0.isCovered }.compactMap { window -> String? in
            let reports = window.elementReports()
            guard !reports.isEmpty else { return nil }
            let focus = window.isKey ? reports.focus : nil
            let lines = reports.enumerated().map { ($0 == focus ? "> " : "  ") + "\($1.element)" }
            return ([(window.pageTitle ?? window.title).escapingControls] + lines).joined(separator: "\n")
        }
        return parts.isEmpty ? "no windows" : parts.joined(separator: "\n")
    }
}

extension ViewTree {
    /// Returns what the views say, as they were laid out last.
    func elementReports() -> [ElementReport] {
        var reports: [ElementReport] = []
        func visit(_ view: View, at origin: Point, isEnabled: Bool, isFirstResponder: Bool) {
            guard !view.isHidden, !view.frame.isEmpty, view.accessibilityLabel != "" else { return }
            let place = origin + view.frame.origin
            let isEnabled = isEnabled && view.isUserInteractionEnabled
            let isFirstResponder = isFirstResponder || view.isFirstResponder
            for var element in view.namedElements {
                if !isEnabled, element.isControl { element.state.insert(.disabled) }
                reports.append(
                    ElementReport(
                        element: element,
                        view: ViewID(view),
                        frame: (element.frame ?? view.bounds).offset(by: place),
                        position: place + (element.frame?.origin ?? view.cursorPosition ?? .zero),
                        isFirstResponder: isFirstResponder,
                        canBecomeFirstResponder: view.canBecomeFirstResponder,
                        isTappable: view.gestures != nil
                    )
                )
            }
            for subview in readingOrder(view) {
                visit(subview, at: place, isEnabled: isEnabled, isFirstResponder: isFirstResponder)
            }
        }
        visit(root, at: .zero, isEnabled: true, isFirstResponder: false)
        return reports
    }
}

extension View {
    /// The elements of the view, the first of them with the label that the view was given.
    final var namedElements: [AccessibilityElement] {
        var elements = accessibilityElements
        if let accessibilityLabel, !elements.isEmpty { elements[0].label = accessibilityLabel }
        return elements
    }
}
