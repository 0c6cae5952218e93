/// The lines that a box is drawn with.
///
/// On a canvas for ASCII displays every style is drawn with `+`, `-` and `|`.
public enum BorderStyle: String, Sendable, CaseIterable {
    /// Thin lines with square corners.
    case single

    /// Thin lines with round corners.
    case rounded

    /// Two thin lines.
    case double

    /// Thick lines.
    case heavy

    /// Corners from the top left clockwise, then the horizontal and the vertical line.
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
