import HostRuntime

/// An entry of the navigation: a page, or something to do.
final class NavigationItem: Button {
    /// The key that does the same.
    let hint: String

    /// Whether its page is the one that is seen.
    var isCurrent = false {
        didSet { if isCurrent != oldValue { setNeedsDisplay() } }
    }

    init(_ title: String, hint: String, action: @escaping @MainActor () -> Void) {
        self.hint = hint
        super.init(title, style: ShopStyle.side, action: action)
    }

    /// Whether it is narrow: just its title.
    var isNarrow = false {
        didSet { if isNarrow != oldValue { setNeedsDisplay() } }
    }

    /// The columns that it takes as a tab.
    var tabWidth: Int { TextWidth.width(of: title) + (isNarrow ? 0 : 4) }

    override func draw(in canvas: inout Canvas) {
        let style = isFirstResponder ? Theme.selection : (isCurrent ? ShopStyle.current : ShopStyle.side)
        canvas.fill(bounds, style: style)
        guard !isNarrow else {
            canvas.draw(TextWidth.truncate(title, to: bounds.width), at: .zero, style: style)
            return
        }
        if isCurrent, !isFirstResponder {
            canvas.draw(canvas.isASCII ? ">" : "▌", at: .zero, style: Style(foreground: Theme.accent))
        }
        canvas.draw(TextWidth.truncate(title, to: bounds.width - 2), at: Point(x: 2, y: 0), style: style)
        guard bounds.width > tabWidth + 3 else { return }
        let quiet = isFirstResponder ? style : Style(foreground: ShopStyle.heading.foreground)
        canvas.draw(hint, at: Point(x: bounds.width - 3, y: 0), style: quiet)
    }
}
