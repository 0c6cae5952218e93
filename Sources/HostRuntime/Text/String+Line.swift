extension String {
    /// The text as one line that a display may be sent: line breaks and tabs become spaces, what cannot be seen is left out.
    ///
    /// It has at most so many graphemes; what comes after them is cut.
    func line(atMost limit: Int = .max) -> String {
        String(lazy.compactMap(\.onLine).prefix(limit)).droppingHidden
    }
}

extension Character {
    /// What stands for the character in a line of text; nil for nothing.
    var onLine: Character? {
        if isNewline || self == "\t" { return " " }
        return isControl ? nil : self
    }
}
