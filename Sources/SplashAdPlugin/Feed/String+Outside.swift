import FoundationEssentials
import HostRuntime

extension Unicode.Scalar {
    /// Whether it changes what is around it instead of being seen: a control, a line's end, a turn of direction.
    var isDisruptive: Bool {
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        // Left-to-right mark and the like belong to their scripts and turn nothing but themselves.
        default: (0x202A...0x202E).contains(value) || (0x2066...0x2069).contains(value)
        }
    }
}

extension String {
    /// Whether something of it would disrupt the text around it.
    var isDisruptive: Bool { unicodeScalars.contains(where: \.isDisruptive) }

    /// Whether there is anything to see of it.
    var isVisible: Bool { contains { !$0.isWhitespace && TextWidth.width(of: $0) > 0 } }

    /// The text on one line that disrupts nothing, with single spaces and none at its ends.
    var onOneLine: String {
        let line = String(UnicodeScalarView(unicodeScalars.map { $0.isDisruptive ? " " : $0 }))
        return line.split(separator: " ").joined(separator: " ")
    }

    /// The text without the name and the password of an address in it: `http://•••@ads.example/`.
    ///
    /// What is no address that can be read may be one that was mistyped: all before
    /// its last `@` may be the password then.
    var hidingUser: String {
        guard let at = lastIndex(of: "@") else { return self }
        if let url = URL(string: self), url.scheme != nil, url.user() == nil, url.password() == nil, url.host() != nil {
            return self
        }
        let start = firstRange(of: "//").flatMap { $0.upperBound <= at ? $0.upperBound : nil } ?? startIndex
        return self[..<start] + "•••" + self[at...]
    }

    /// The text in quotes for a sentence about it: what disrupts is spelled out, a long one is cut, and of an address
    /// neither name nor password is told.
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
