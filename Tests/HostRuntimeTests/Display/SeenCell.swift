@testable import HostRuntime

/// What a viewer sees of a cell; the colour of a glyph that has no shape is not among it.
struct SeenCell: Equatable, CustomStringConvertible {
    var text: String
    var foreground: Color?
    var background: Color?
    var attributes: TextAttributes

    init(text: String, foreground: Color?, background: Color?, attributes: TextAttributes) {
        let isBlank = text == " " && attributes.isDisjoint(with: [.underline, .strikethrough])
        self.text = text
        self.foreground = isBlank ? nil : foreground
        self.background = background
        self.attributes = isBlank ? attributes.intersection(.reverse) : attributes
    }

    /// The same on a display with colours, where these are swapped when the text is drawn.
    var withoutReverse: SeenCell {
        var cell = self
        cell.attributes.remove(.reverse)
        return cell
    }

    var description: String {
        "'\(text)' \(foreground.map(\.description) ?? "-") on \(background.map(\.description) ?? "-") \(attributes.rawValue)"
    }
}

extension FrameSnapshot {
    var seenCells: [SeenCell] {
        (0..<size.height).flatMap { y in
            (0..<size.width).map { x in
                let cell = cell(at: Point(x: x, y: y))
                return SeenCell(
                    text: cell?.character ?? "none",
                    foreground: cell?.style.foreground,
                    background: cell?.style.background,
                    attributes: cell?.style.attributes ?? []
                )
            }
        }
    }
}

/// Where two pictures differ first, in words; `nil` where they do not.
func firstDifference(_ a: [SeenCell], _ b: [SeenCell], width: Int) -> String? {
    guard a.count == b.count else { return "\(a.count) cells and \(b.count)" }
    guard let index = a.indices.first(where: { a[$0] != b[$0] }) else { return nil }
    return "at \(index % width), \(index / width): \(a[index]) and \(b[index])"
}
