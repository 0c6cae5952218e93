extension String {
    /// The text with hidden scalars spelled out, safe for any terminal, table or log.
    ///
    /// Those are controls, line breaks included, scalars that change the
    /// direction of text, and invisible ones, unless an emoji needs them. Use it for
    /// text from outside in a sentence of your own: `\u{1B}[2J`.
    public var escapingControls: String {
        replacingHidden { $0.escaped(asASCII: true) }
    }

    /// A Boolean value that indicates whether the text has scalars that `escapingControls` spells out.
    public var hasHiddenScalars: Bool { escapingControls != self }

    /// The text with hidden scalars spelled out, keeping its line breaks.
    package var escapingControlsOfLines: String {
        // With a carriage return before it, a line break is one character of two scalars.
        unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map { String($0).escapingControls }
            .joined(separator: "\n")
    }

    /// A JSON text with the hidden scalars of its strings as JSON escapes.
    var escapingHiddenAsJSON: String {
        replacingHidden(by: \.jsonEscape)
    }

    /// A JSON text with JSON escapes for all that isn't ASCII.
    package var escapingAsJSON: String {
        unicodeScalars.map { $0.isASCII ? String($0) : $0.jsonEscape }.joined()
    }

    var droppingHidden: String {
        replacingHidden { _ in "" }
    }

    private func replacingHidden(by replacement: (Unicode.Scalar) -> String) -> String {
        guard !utf8.allSatisfy({ 0x20...0x7E ~= $0 }) else { return self }
        let scalars = Array(unicodeScalars)
        let hidden = scalars.indices.filter { HiddenScalar.isAt($0, of: scalars) }
        guard !hidden.isEmpty else { return self }
        var result = String.UnicodeScalarView()
        var start = 0
        // One by one: to append a collection takes as long as what is there already.
        for index in hidden {
            for scalar in scalars[start..<index] { result.append(scalar) }
            for scalar in replacement(scalars[index]).unicodeScalars { result.append(scalar) }
            start = index + 1
        }
        for scalar in scalars[start...] { result.append(scalar) }
        return String(result)
    }

    /// Returns the beginning of the text in at most `limit` bytes, followed by the number of bytes that were cut.
    package func cut(toBytes limit: Int) -> String {
        guard utf8.count > limit else { return self }
        var end = utf8.index(startIndex, offsetBy: limit)
        while end.samePosition(in: unicodeScalars) == nil { end = utf8.index(before: end) }
        return self[..<end] + "… (\(utf8.distance(from: end, to: utf8.endIndex)) bytes more)"
    }
}

extension String {
    /// Returns the text as one line: line breaks and tabs become spaces, other hidden scalars are left out.
    ///
    /// Characters after the limit are cut.
    public func line(atMost limit: Int = .max) -> String {
        if utf8.count <= limit, utf8.allSatisfy({ 0x20...0x7E ~= $0 }) { return self }
        return String(lazy.compactMap(\.onLine).prefix(limit)).droppingHidden
    }
}

extension Unicode.Scalar {
    fileprivate var jsonEscape: String {
        UTF16.encode(self)?.map { "\\u" + String(0x1_0000 + UInt32($0), radix: 16).dropFirst() }.joined() ?? ""
    }
}

extension Character {
    /// The character in a line of text, without regard to its neighbors; nil if it is left out.
    package var onLine: Character? {
        if unicodeScalars.first?.breaksLine ?? false { return " " }
        let isLeftOut = unicodeScalars.allSatisfy {
            switch HiddenScalar($0) {
            case .space, .control, .invisible: true
            case .shaping, nil: false
            }
        }
        return isLeftOut ? nil : self
    }
}
