import HostRuntime

extension Unicode.Scalar {
    /// Whether it affects the text around it: a control character, a line separator or a change of direction.
    var isDisruptive: Bool {
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        // Directional marks, such as the left-to-right mark, don't change the text around them.
        default: (0x202A...0x202E).contains(value) || (0x2066...0x2069).contains(value)
        }
    }
}

extension Unicode.Scalar {
    /// Whether it isn't one of those that take columns and leave them empty, such as a blank Braille pattern.
    fileprivate var isInk: Bool { !properties.isDefaultIgnorableCodePoint && value != 0x2800 }
}

extension String {
    /// Whether it contains a character that would affect the text around it.
    var isDisruptive: Bool { unicodeScalars.contains(where: \.isDisruptive) }

    /// Whether it has any visible character.
    var isVisible: Bool {
        contains { character in
            !character.isWhitespace && TextWidth.width(of: character) > 0
                && character.unicodeScalars.contains(where: \.isInk)
        }
    }

    /// The text on one line, without disruptive characters and with single spaces.
    var onOneLine: String {
        let line = String(UnicodeScalarView(unicodeScalars.map { $0.isDisruptive ? " " : $0 }))
        return line.split(separator: " ").joined(separator: " ")
    }

    /// The text in quotes, for a sentence: disruptive characters are escaped, a long text is cut, and the name and
    /// password of an address are hidden.
    var quoted: String {
        var result = "'"
        let unicodeScalars = hidingUser.unicodeScalars
        for scalar in unicodeScalars.prefix(String.quotedLength) {
            if scalar.isDisruptive {
                result += scalar.escaped(asASCII: true)
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
        return result + (unicodeScalars.count > String.quotedLength ? "…'" : "'")
    }

    private static let quotedLength = 80
}
