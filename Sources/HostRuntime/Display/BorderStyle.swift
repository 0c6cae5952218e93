/// The style of a box's lines.
///
/// On a canvas for ASCII displays, all styles are drawn with `+`, `-` and `|`.
public enum BorderStyle: String, Sendable, CaseIterable {
    /// Thin lines with square corners.
    case single

    /// Thin lines with round corners.
    case rounded

    /// Two thin lines.
    case double

    /// Thick lines.
    case heavy

    /// The corners, clockwise from the top left, then the horizontal and the vertical line.
    var glyphs:
        (
            topLeft: Character, topRight: Character, bottomRight: Character, bottomLeft: Character,
            horizontal: Character, vertical: Character
        )
    {
        switch self {
        case .single: ("┌", "┐", "┘", "└", "─", "│")
        case .rounded: ("╭", "╮", "╯", "╰", "─", "│")
        case .double: ("╔", "╗", "╝", "╚", "═", "║")
        case .heavy: ("┏", "┓", "┛", "┗", "━", "┃")
        }
    }
}
