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
}
