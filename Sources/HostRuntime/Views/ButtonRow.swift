/// A row of buttons, in several lines if they don't fit in one; the arrow keys move between them.
public final class ButtonRow: View {
    /// The buttons, from left to right; hidden ones take no room.
    public var buttons: [Button] {
        didSet {
            guard !buttons.elementsEqual(oldValue, by: ===) else { return }
            for button in oldValue { button.removeFromSuperview() }
            for button in buttons { addSubview(button) }
            setNeedsLayout()
        }
    }

    /// The space in and between the buttons.
    private struct Spacing {
        let padding: Int
        let gap: Int
        /// The spacings for one line, the best first.
        static let all = [Spacing(padding: 2, gap: 2), Spacing(padding: 0, gap: 2), Spacing(padding: 0, gap: 1)]
    }

    /// Creates a row.
    public init(_ buttons: [Button] = []) {
        self.buttons = buttons
        super.init()
        for button in buttons { addSubview(button) }
    }

    /// The width of all buttons in one line.
    public var preferredWidth: Int { width(Spacing.all[0]) }

    /// Returns the height of the buttons at a width, with blank lines between them if there is room.
    public func height(forWidth width: Int, atMost room: Int = .max) -> Int {
        frames(in: Size(width: width, height: room)).last?.maxY ?? 0
    }

    public override func preferredSize(maxWidth: Int) -> Size {
        Size(width: min(preferredWidth, maxWidth), height: height(forWidth: maxWidth))
    }

    private var visible: [Button] { buttons.filter { !$0.isHidden } }

    private func width(_ spacing: Spacing) -> Int {
        visible.map { $0.preferredWidth + spacing.padding }.reduce(0, +) + spacing.gap * max(0, visible.count - 1)
    }

    private func frames(in room: Size) -> [Rect] {
        let airy = frames(in: room.width, step: 2)
        return airy.last.map { $0.maxY > room.height } == true ? frames(in: room.width, step: 1) : airy
    }

    private func frames(in room: Int, step: Int) -> [Rect] {
        // A denser line is better than two lines.
        let spacing = Spacing.all.first { width($0) <= room } ?? Spacing.all[0]
        var point = Point.zero
        return visible.map { button in
            let width = min(button.preferredWidth + spacing.padding, room)
            if point.x > 0, point.x + width > room { point = Point(x: 0, y: point.y + step) }
            defer { point.x += width + spacing.gap }
            return Rect(origin: point, size: Size(width: width, height: 1))
        }
    }

    public override func layoutSubviews() {
        for (button, frame) in zip(visible, frames(in: bounds.size)) { button.frame = frame }
    }

    public override func keyDown(_ event: KeyEvent) -> Bool {
        guard event.modifiers.isEmpty, let index = visible.firstIndex(where: \.isFirstResponder) else { return false }
        let next: Int
        switch event.key {
        case .left: next = index - 1
        case .right: next = index + 1
        default: return false
        }
        guard visible.indices.contains(next) else { return false }
        return visible[next].becomeFirstResponder()
    }
}
