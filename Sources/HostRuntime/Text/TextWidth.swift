/// The width of text on a display, and layout that depends on it.
///
/// Widths are counted by grapheme cluster, with the same table on every
/// display: a cluster takes 2 columns if it has a wide scalar or is shown as an
/// emoji, and 1 otherwise. Clusters that a canvas doesn't draw take none:
/// format characters, such as those that change the direction of text, and
/// accents without a letter. Control characters take 1, for the character drawn
/// in their place.
public enum TextWidth {
    /// Returns the number of columns of a character: 0, 1 or 2.
    public static func width(of character: Character) -> Int {
        Glyph(character).width
    }

    /// Returns the number of columns of text on one line.
    ///
    /// A line break takes 1 column, as it does when drawn.
    public static func width(of text: String) -> Int {
        let utf8 = text.utf8
        if utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return utf8.count }
        return text.reduce(0) { $0 + width(of: $1) }
    }

    /// The effect of a scalar on the width of its cluster.
    enum ScalarClass: UInt32 {
        case zero, narrow, wide
        /// Narrow, but wide when U+FE0F follows.
        case textEmoji
        case emoji
    }

    /// Returns the class of a scalar from the generated table.
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
