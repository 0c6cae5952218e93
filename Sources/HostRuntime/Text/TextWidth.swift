/// How many columns text takes on a display, and what follows from it.
///
/// Counted by grapheme cluster, with the same table on every display: a
/// cluster takes 2 columns when it holds a wide scalar or is shown as an
/// emoji, and 1 otherwise. What a canvas does not draw takes none: format
/// characters, such as those that change the direction of text, and accents
/// without a letter. Control characters take 1, for the sign that is drawn in
/// their place.
public enum TextWidth {
    /// Returns how many columns a character takes: 0, 1 or 2.
    public static func width(of character: Character) -> Int {
        Glyph(character).width
    }

    /// Returns how many columns a text takes on one line.
    ///
    /// Line breaks are not interpreted: they take 1 column, as they do when drawn.
    public static func width(of text: String) -> Int {
        let utf8 = text.utf8
        if utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return utf8.count }
        return text.reduce(0) { $0 + width(of: $1) }
    }

    /// What a scalar does to the width of its cluster.
    enum ScalarClass: UInt32 {
        case zero, narrow, wide
        /// Narrow, but wide with U+FE0F behind it.
        case textEmoji
        case emoji
    }

    /// Looks a scalar up in the generated table.
    static func scalarClass(of scalar: Unicode.Scalar) -> ScalarClass {
        let value = scalar.value
        let entries = WidthTable.entries
        var low = 0
        var high = entries.count
        while high - low > 1 {
            let middle = (low + high) >> 1
            if entries[middle] >> 3 <= value { low = middle } else { high = middle }
        }
        return ScalarClass(rawValue: entries[low] & 7) ?? .narrow
    }
}
