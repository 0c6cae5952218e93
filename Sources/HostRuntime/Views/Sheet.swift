/// A card with a title, content and buttons, in a modal window of its own.
///
/// A program presents it with `host.present(_:)`, a plugin with
/// `context.windows.present(_:)`. While it's open, nothing below it gets keys or
/// touches, and the windows below are dimmed; when it closes, the window that was
/// key before is key again. Of several sheets the one at the highest level is in
/// front, among equals the newest; the others wait behind it. A sheet that opens
/// while something in front covers it waits too, without the keyboard: do in
/// `onFirstSight` what must happen only when the person sees it.
///
/// The sheet is as large as its content needs, and at any size of the screen its
/// buttons stay in sight: content without room is cut, or scrolls where it can.
/// Subclasses may place and draw a content of their own, as with any `Card`.
open class Sheet: Card {
    /// The ways for the person to close a sheet, besides its buttons.
    public struct Dismissal: OptionSet, Hashable, Sendable {
        /// The set as a number.
        public let rawValue: Int

        /// Creates a set from its number.
        public init(rawValue: Int) { self.rawValue = rawValue }

        /// The escape key.
        public static let escape = Dismissal(rawValue: 1)

        /// A tap beside the sheet.
        public static let tapBeside = Dismissal(rawValue: 2)
    }

    /// The view above the buttons.
    public let content: View?

    /// The buttons at the foot; the first one has the keyboard if nothing in the content wants it.
    ///
    /// Enter presses the first one too if nothing in the content takes that key. One
    /// without an action closes the sheet.
    public var buttons: [Button] {
        get { row.buttons }
        set {
            let hadFocus = row.buttons.contains(where: \.isFirstResponder)
            row.buttons = newValue
            updateHints()
            if hadFocus, !newValue.contains(where: \.isFirstResponder) { newValue.first?.becomeFirstResponder() }
            contentDidResize()
        }
    }

    /// The ways to close the sheet besides its buttons; the default is escape alone.
    public var dismissal: Dismissal = .escape {
        didSet { updateHints() }
    }

    /// Called when the sheet has closed, whoever closed it, but not at the end of its plugin.
    ///
    /// A plugin that ends can do nothing more with its context. What it must clean up, it
    /// does in `deactivate`.
    public var onClose: (@MainActor () -> Void)?

    /// Called once each time the sheet opens, after the first frame on which nothing covers it.
    ///
    /// Another closure that is set while it's open is called once too, after the next such frame.
    public var onFirstSight: (@MainActor () -> Void)? {
        didSet { window?.onFirstSight = onFirstSight }
    }

    // Held until it closes, so that a sheet needs no other owner.
    private var window: Window?
    private let row: ButtonRow
    private let hasOwnHints: Bool

    /// Creates a sheet; without hints of its own, it names the keys of the buttons.
    public init(
        title: String = "",
        tint: Color = Theme.accent,
        hints: [KeyHint]? = nil,
        content: View? = nil,
        buttons: [Button] = []
    ) {
        self.content = content
        row = ButtonRow(buttons)
        hasOwnHints = hints != nil
        super.init(title: title, tint: tint, hints: hints ?? [])
        updateHints()
        if let content { addSubview(content) }
        addSubview(row)
    }

    private func updateHints() {
        guard !hasOwnHints else { return }
        let move = KeyHint("←→", "move", sends: KeyEvent(.right))
        let keys: [KeyHint] = buttons.isEmpty ? [] : (buttons.count > 1 ? [move] : []) + ["enter press"]
        hints = keys + (dismissal.contains(.escape) ? ["esc close"] : [])
    }

    // MARK: - Opening and closing

    /// Whether the sheet has a window, which another one may cover.
    public var isOpen: Bool { window?.isClosed == false }

    /// The view that has the keyboard at first: the first control of the content, or the first button.
    open var initialFocus: View? {
        content.flatMap(Sheet.firstControl) ?? buttons.first { !$0.isHidden }
    }

    private static func firstControl(in view: View) -> View? {
        guard view.isActive else { return nil }
        if view.canBecomeFirstResponder { return view }
        return view.subviews.lazy.compactMap(firstControl).first
    }

    /// Shows the sheet in a window that a closure makes with a root view, or the window that others have hidden.
    func present(in makeWindow: (View) -> Window) {
        if let window, !window.isClosed {
            if window.isHidden { window.makeKeyAndVisible() }
            return
        }
        let window = makeWindow(SheetBackdrop(self))
        // The window of a plugin that has ended is closed already: the sheet has never been open.
        guard !window.isClosed else { return }
        self.window = window
        window.onClose = { [weak self] in self?.didClose() }
        window.isModal = true
        window.dimming = 0.5
        window.pageTitle = title.isEmpty ? nil : title
        if let onFirstSight { window.onFirstSight = onFirstSight }
        window.makeKeyAndVisible()
        initialFocus?.becomeFirstResponder()
    }

    /// Closes the sheet; a sheet that is closed can be presented again.
    public func close() {
        window?.close()
    }

    private func didClose() {
        window = nil
        let body = onClose
        body?()
    }

    /// Closes the sheet as a person does who doesn't press one of its buttons; returns false if it can't be closed so.
    fileprivate func dismiss(by way: Dismissal) -> Bool {
        guard dismissal.contains(way) else { return false }
        close()
        return true
    }

    /// Handles the arrow down from the end of the content, which goes to the first button.
    ///
    /// The nearest one may be the one that cancels.
    open override func keyDown(_ event: KeyEvent) -> Bool {
        guard event == KeyEvent(.down), !buttons.contains(where: \.isFirstResponder) else { return false }
        return buttons.first { !$0.isHidden }?.becomeFirstResponder() ?? false
    }

    // MARK: - Layout

    /// Updates the size of the sheet after that of its content has changed.
    public func contentDidResize() {
        setNeedsLayout()
        superview?.setNeedsLayout()
    }

    /// The columns of a sheet whose content needs fewer.
    private static let usualWidth = 44

    /// The most columns of a content, so that its lines can be read.
    private static let widest = 72

    /// The columns by which the content is wider than the buttons: its outer columns are empty.
    private var contentEdge: Int { content?.scrolls == true ? 1 : 0 }

    private func contentSize(within maxWidth: Int) -> Size {
        guard let content else { return .zero }
        let size = content.preferredSize(maxWidth: maxWidth + 2 * contentEdge)
        return Size(width: size.width - 2 * contentEdge, height: size.height)
    }

    private func width(within maxWidth: Int) -> Int {
        let wanted = contentSize(within: min(maxWidth, Sheet.widest)).width
        return min(max(Sheet.usualWidth, wanted, row.preferredWidth), maxWidth)
    }

    open override func contentSize(maxWidth: Int) -> Size {
        let width = width(within: maxWidth)
        let parts = [contentSize(within: width).height, row.height(forWidth: width)].filter { $0 > 0 }
        return Size(width: width, height: parts.reduce(0, +) + max(0, parts.count - 1))
    }

    // A question is shown with its whole text.
    open override func leastContentHeight(width: Int) -> Int {
        let all = contentSize(maxWidth: width).height
        return contentEdge > 0 ? min(all, row.height(forWidth: width) + 5) : all
    }

    open override func layoutContent(in room: Rect) {
        let air = room.height >= leastContentHeight(width: room.width) ? 1 : 0
        let lines = min(row.height(forWidth: room.width, atMost: air > 0 ? .max : 1), room.height)
        row.frame = Rect(x: room.minX, y: room.maxY - lines, width: room.width, height: lines)
        // The buttons are shown at any size; the content gets the rest.
        let rest = max(0, room.height - lines - (lines > 0 ? air : 0))
        content?.frame = Rect(x: room.minX, y: room.minY, width: room.width, height: rest)
            .inset(horizontally: -contentEdge, vertically: 0)
    }
}

/// The root view of a sheet's window, around the sheet.
private final class SheetBackdrop: View {
    private let sheet: Sheet

    init(_ sheet: Sheet) {
        self.sheet = sheet
        super.init()
        addSubview(sheet)
        gestures = GestureConfiguration(maximumTapCount: 1)
        onGesture = { [weak sheet] in
            if case .tap = $0 { _ = sheet?.dismiss(by: .tapBeside) }
        }
    }

    override func layoutSubviews() {
        sheet.frame = sheet.frame(on: bounds.size)
    }

    override func keyDown(_ event: KeyEvent) -> Bool {
        switch event {
        case KeyEvent(.enter): sheet.buttons.first { $0.isActive }?.keyDown(event) ?? false
        case KeyEvent(.escape): sheet.dismiss(by: .escape)
        default: false
        }
    }

    // The wheel has nothing to scroll beside the sheet.
    override func scroll(by rows: Int) -> Bool { true }
}
