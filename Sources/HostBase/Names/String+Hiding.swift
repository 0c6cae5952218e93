extension String {
    /// Returns the text with `•••` in place of each secret.
    ///
    /// It also finds a secret as an error's description quotes it, and as
    /// `CommandFieldError` and `CommandProgress` shorten it.
    public func hiding(_ secrets: [String]) -> String {
        // The longest first, because one may contain another.
        let forms = Set(secrets.flatMap(\.secretForms)).sorted { ($1.count, $0) < ($0.count, $1) }
        return forms.reduce(self) { text, secret in
            // A mark beside a secret joins its first or last character, so the scalars are searched too.
            let seen = text.replacing(secret, with: String.hidden)
            // In an array, because what is appended to a text's scalars costs as much as the text before it.
            let scalars = Array(seen.unicodeScalars).replacing(
                Array(secret.unicodeScalars),
                with: Array(String.hidden.unicodeScalars)
            )
            return String(String.UnicodeScalarView(scalars))
        }
    }

    private static let hidden = "•••"

    /// The forms of the text in messages: as it is, quoted, and as one line without a stop at its end.
    private var secretForms: [String] {
        let quoted = String(debugDescription.dropFirst().dropLast())
        let line = line()
        var tidy = line[...]
        while tidy.last?.isWhitespace ?? false || tidy.last == "." { tidy.removeLast() }
        return [self, quoted, line, String(tidy)].filter { !$0.isEmpty }
    }
}
