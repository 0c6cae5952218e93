extension String {
    /// A Boolean value that indicates whether the text is read from right to left: its first letter, or mark of a direction, says so.
    ///
    /// Digits, punctuation and emoji have no direction, and an isolated part doesn't count: these are the rules P2
    /// and P3 of the Unicode bidirectional algorithm. Text without a letter is read from left to right.
    ///
    /// Views align such text to the right, and draw it in its logical order: whether letters are reordered is the
    /// terminal's choice, and takes place within the same cells.
    public var isRightToLeft: Bool {
        var isolates = 0
        for scalar in unicodeScalars {
            switch scalar.value {
            case 0x2066...0x2068: isolates += 1
            case 0x2069: isolates = max(0, isolates - 1)
            case _ where isolates > 0: continue
            case 0x200E: return false
            case 0x200F, 0x061C: return true
            default: if scalar.isLetter { return scalar.isInRightToLeftArea }
            }
        }
        return false
    }
}

extension Unicode.Scalar {
    fileprivate var isLetter: Bool {
        switch properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter: true
        default: false
        }
    }

    /// Whether it's in an area that Unicode keeps for right-to-left scripts, so that each letter in it is of one.
    fileprivate var isInRightToLeftArea: Bool {
        switch value {
        case 0x0590...0x08FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x1_0800...0x1_0FFF, 0x1_E800...0x1_EFFF: true
        default: false
        }
    }
}
