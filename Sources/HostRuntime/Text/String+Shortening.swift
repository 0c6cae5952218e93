extension String {
    /// Returns the text with no more than so many letters, and with how many are left out.
    ///
    /// Text is wrapped again at each layout, and the error of a command may be any length.
    public func shortened(to limit: Int = 1_000) -> String {
        let letters = unicodeScalars
        guard let end = letters.index(letters.startIndex, offsetBy: limit, limitedBy: letters.endIndex),
            end != letters.endIndex
        else { return self }
        return String(letters[..<end]) + "…\n(\(letters[end...].count) more letters are not shown)"
    }

    /// Returns the text with its lines broken between words; a longer word, such as a path, stays whole.
    func wrapped(to columns: Int) -> String {
        guard columns > 0 else { return self }
        return split(separator: "\n", omittingEmptySubsequences: false).map { line in
            var room = columns + 1
            return line.split(separator: " ", omittingEmptySubsequences: false).reduce(into: "") { result, word in
                let width = 1 + TextWidth.width(of: String(word))
                let breaks = width > room && !result.isEmpty
                result += (result.isEmpty ? "" : breaks ? "\n" : " ") + word
                room = (breaks ? columns + 1 : room) - width
            }
        }
        .joined(separator: "\n")
    }
}
