@testable import HostRuntime

/// The visible properties of a cell; a glyph without a shape has no foreground.
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

    /// The cell on a display with colors, which are swapped when the text is drawn.
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

/// Describes the first difference between two pictures; nil if there is none.
func firstDifference(_ a: [SeenCell], _ b: [SeenCell], width: Int) -> String? {
    guard a.count == b.count else { return "\(a.count) cells and \(b.count)" }
    guard let index = a.indices.first(where: { a[$0] != b[$0] }) else { return nil }
    return "at \(index % width), \(index / width): \(a[index]) and \(b[index])"
}
