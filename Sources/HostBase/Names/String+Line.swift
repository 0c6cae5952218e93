extension String {
    /// Returns the text as one line: line breaks and tabs become spaces, hidden scalars are left out.
    ///
    /// Characters after the limit are cut.
    package func line(atMost limit: Int = .max) -> String {
        if utf8.count <= limit, utf8.allSatisfy({ 0x20...0x7E ~= $0 }) { return self }
        return String(lazy.compactMap(\.onLine).prefix(limit)).droppingHidden
    }
}

extension Character {
    /// The character in a line of text; nil if it is left out.
    package var onLine: Character? {
        if isNewline || self == "\t" { return " " }
        return isControl ? nil : self
    }
}
