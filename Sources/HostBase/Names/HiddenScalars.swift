/// A test for scalars that don't look like what they are.
///
/// Text from outside can hide words between others, change the direction of a
/// line, or look like another text. Scalars that only shape their neighbors
/// are not hidden: joiners in an emoji, an Indic cluster or an Arabic word,
/// variation selectors, and the tags of a flag.
package enum HiddenScalars {
    /// Returns whether a scalar is a control, changes the direction of text, or is invisible.
    package static func contains(_ index: Int, of scalars: [Unicode.Scalar]) -> Bool {
        let scalar = scalars[index]
        guard !scalar.isASCII else { return !(0x20...0x7E ~= scalar.value) }
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: return true
        default: break
        }
        // The marks of interlinear annotations are invisible but lack this property.
        guard scalar.properties.isDefaultIgnorableCodePoint else { return 0xFFF9...0xFFFB ~= scalar.value }
        let before = index > 0 ? scalars[index - 1] : nil
        let after = index + 1 < scalars.count ? scalars[index + 1] : nil
        switch scalar.value {
        case 0x200D: return !(joinsEmoji(index, of: scalars) || shapes(before, after))
        case 0x200C: return !shapes(before, after)
        case 0xFE00...0xFE0F, 0x180B...0x180D, 0x180F, 0xE0100...0xE01EF: return !varies(scalar, before, after)
        case 0xE0020...0xE007F: return !isInFlag(index, of: scalars)
        default: return true
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
