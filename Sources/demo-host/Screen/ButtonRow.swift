import HostRuntime

/// Buttons side by side, in further lines where one is not enough; the arrows move among them.
final class ButtonRow: View {
    var buttons: [Button] {
        didSet {
            guard !buttons.elementsEqual(oldValue, by: ===) else { return }
            for button in oldValue { button.removeFromSuperview() }
            for button in buttons { addSubview(button) }
            setNeedsLayout()
        }
    }

    private static let gap = 2

    init(_ buttons: [Button] = []) {
        self.buttons = buttons
        super.init()
        for button in buttons { addSubview(button) }
    }

    /// The columns that the buttons take in one line.
    var preferredWidth: Int {
        visible.map(width).reduce(0, +) + ButtonRow.gap * max(0, visible.count - 1)
    }

    /// The lines that the buttons take at a width.
    func height(forWidth width: Int) -> Int {
        (frames(in: width).last?.maxY).map { max(1, $0) } ?? 0
    }

    private var visible: [Button] { buttons.filter { !$0.isHidden } }

    private func width(of button: Button) -> Int { button.preferredWidth + 2 }

    private func frames(in room: Int) -> [Rect] {
        var point = Point.zero
        return visible.map { button in
            let width = min(width(of: button), room)
            if point.x > 0, point.x + width > room { point = Point(x: 0, y: point.y + 1) }
            defer { point.x += width + ButtonRow.gap }
            return Rect(origin: point, size: Size(width: width, height: 1))
        }
    }

    override func layoutSubviews() {
        for (button, frame) in zip(visible, frames(in: bounds.width)) { button.frame = frame }
    }

    override func keyDown(_ event: KeyEvent) -> Bool {
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
