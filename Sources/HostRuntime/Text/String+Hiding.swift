extension String {
    /// The text with `•••` in the place of each secret.
    ///
    /// A secret is found too as an error's description quotes it, and as
    /// `CommandFieldError` and `CommandProgress` tidy it.
    public func hiding(_ secrets: [String]) -> String {
        // The longest first: one may be a part of another.
        let forms = Set(secrets.flatMap(\.tellings)).sorted { ($1.count, $0) < ($0.count, $1) }
        return forms.reduce(self) { text, secret in
            // Beside a mark that joins its first or last sign, a secret is found by its scalars alone.
            let seen = text.replacing(secret, with: String.hidden)
            return String(seen.unicodeScalars.replacing(secret.unicodeScalars, with: String.hidden.unicodeScalars))
        }
    }

    private static let hidden = "•••"

    /// What may be told of the text: itself, as it is quoted, and as one line without a stop at its end.
    private var tellings: [String] {
        let quoted = String(debugDescription.dropFirst().dropLast())
        let line = line()
        var tidy = line[...]
        while tidy.last?.isWhitespace ?? false || tidy.last == "." { tidy.removeLast() }
        return [self, quoted, line, String(tidy)].filter { !$0.isEmpty }
    }
}
