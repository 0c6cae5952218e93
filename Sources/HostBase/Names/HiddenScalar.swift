/// A scalar of a text that isn't seen as what it is.
///
/// Text from outside can move a terminal's cursor, hide words between others, or
/// change the direction of a line. This is the one definition of what is unsafe:
/// the screen, fields, addresses, settings, titles and logs go by it.
package enum HiddenScalar: Hashable, Sendable {
    /// A tab or a line break, which is a space on one line.
    case space
    /// Any other control character, which a terminal obeys.
    case control
    /// A scalar that is never seen: one that changes the direction of text, fills, or stands between letters.
    case invisible
    /// A scalar that changes how its neighbors look: a joiner, a variation selector, or a tag of a flag.
    ///
    /// It's hidden unless it has such neighbors.
    case shaping

    /// Creates the kind of a scalar by itself; nil for one that is seen, or that marks the letter before it.
    package init?(_ scalar: Unicode.Scalar) {
        if scalar.isASCII && !scalar.isControl { return nil }
        if scalar.breaksLine {
            self = .space
        } else if scalar.isControl {
            self = .control
        } else if scalar.properties.isDefaultIgnorableCodePoint {
            self = scalar.isShaping ? .shaping : .invisible
        } else if 0xFFF9...0xFFFB ~= scalar.value {
            // The marks of interlinear annotations lack the property.
            self = .invisible
        } else {
            return nil
        }
    }

    /// Returns whether the scalar at an index is hidden in its text.
    package static func isAt(_ index: Int, of scalars: [Unicode.Scalar]) -> Bool {
        switch HiddenScalar(scalars[index]) {
        case nil: false
        case .space, .control, .invisible: true
        case .shaping: !shapes(index, of: scalars)
        }
    }
}

extension Unicode.Scalar {
    /// Whether a terminal obeys the scalar instead of showing it.
    package var isControl: Bool { value < 0x20 || 0x7F...0x9F ~= value }

    /// Whether the scalar is a tab or a line break.
    package var breaksLine: Bool {
        switch value {
        case 0x09...0x0D, 0x85, 0x2028, 0x2029: true
        default: false
        }
    }

    fileprivate var isShaping: Bool {
        switch value {
        case 0x200C, 0x200D, 0xFE00...0xFE0F, 0x180B...0x180D, 0x180F, 0xE0020...0xE007F, 0xE0100...0xE01EF: true
        default: false
        }
    }
}

// MARK: - Neighbors

extension HiddenScalar {
    /// Whether a scalar that can shape its neighbors does.
    private static func shapes(_ index: Int, of scalars: [Unicode.Scalar]) -> Bool {
        let scalar = scalars[index]
        let before = index > 0 ? scalars[index - 1] : nil
        let after = index + 1 < scalars.count ? scalars[index + 1] : nil
        return switch scalar.value {
        case 0x200D: joinsEmoji(index, of: scalars) || shapes(before, after)
        case 0x200C: shapes(before, after)
        case 0xE0020...0xE007F: isInFlag(index, of: scalars)
        default: varies(scalar, before, after)
        }
    }

    /// Whether a joiner stands between two emoji; the first may have a variation selector.
    private static func joinsEmoji(_ index: Int, of scalars: [Unicode.Scalar]) -> Bool {
        var before = index - 1
        if before > 0, scalars[before].value == 0xFE0F { before -= 1 }
        guard before >= 0, index + 1 < scalars.count else { return false }
        return isEmoji(scalars[before]) && isEmoji(scalars[index + 1])
    }

    /// Whether a joiner or non-joiner affects how the letters beside it are written.
    private static func shapes(_ before: Unicode.Scalar?, _ after: Unicode.Scalar?) -> Bool {
        guard let before else { return false }
        if isVirama(before) || after.map(isVirama) ?? false { return true }
        return isCursive(before) && after.map { isCursive($0) || !$0.properties.isAlphabetic } ?? true
    }

    /// Whether a variation selector follows something that has variants.
    private static func varies(
        _ selector: Unicode.Scalar,
        _ before: Unicode.Scalar?,
        _ after: Unicode.Scalar?
    ) -> Bool {
        guard let before else { return false }
        switch selector.value {
        // Digits, # and * are emoji only in a keycap.
        case 0xFE0E, 0xFE0F: return isEmoji(before) || (before.properties.isEmoji && after?.value == 0x20E3)
        case 0xFE00...0xFE0D: return before.properties.isMath || before.properties.isIdeographic || isIndic(before)
        case 0x180B...0x180F: return isCursive(before)
        default: return before.properties.isIdeographic
        }
    }

    /// Whether a tag belongs to the flag of a region: a black flag, a few tags, and the final tag.
    private static func isInFlag(_ index: Int, of scalars: [Unicode.Scalar]) -> Bool {
        let longest = 6
        var start = index
        while start > 0, index - start <= longest, isTag(scalars[start - 1]) { start -= 1 }
        guard start > 0, scalars[start - 1].value == 0x1F3F4 else { return false }
        let name = scalars[start...].prefix(longest + 1).prefix(while: isTag)
        let end = start + name.count
        return (3...longest).contains(name.count) && end < scalars.count && scalars[end].value == 0xE007F
            && index <= end
    }

    private static func isTag(_ scalar: Unicode.Scalar) -> Bool {
        0xE0030...0xE0039 ~= scalar.value || 0xE0061...0xE007A ~= scalar.value
    }

    private static func isEmoji(_ scalar: Unicode.Scalar) -> Bool {
        !scalar.isASCII && scalar.properties.isEmoji
    }

    /// Whether a scalar is a virama, which joins Indic consonants; a joiner beside it changes their shape.
    private static func isVirama(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.canonicalCombiningClass == .virama
    }

    /// Whether a scalar is a letter of Myanmar or Phags-pa, some of which have variants.
    private static func isIndic(_ scalar: Unicode.Scalar) -> Bool {
        0x1000...0x109F ~= scalar.value || 0xA840...0xA877 ~= scalar.value
    }

    /// Whether a scalar is a letter of Arabic, a related script or Mongolian, whose letters join.
    private static func isCursive(_ scalar: Unicode.Scalar) -> Bool {
        (0x0620...0x08FF ~= scalar.value || 0x1820...0x18AA ~= scalar.value) && scalar.properties.isAlphabetic
    }
}
