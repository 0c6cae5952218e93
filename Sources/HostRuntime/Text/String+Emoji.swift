extension String {
    /// The text for a display that has only ASCII: without emoji, or with their names if it has nothing else.
    ///
    /// An emoji goes with the space beside it, so that no gap is left: `Coffee ☕ now` becomes `Coffee now`. One with
    /// an equivalent in ASCII, such as an arrow, stays. A canvas leaves the cells of other emoji empty.
    public var withoutEmoji: String {
        guard !utf8.allSatisfy({ $0 < 0x80 }), contains(where: \.isEmojiOnly) else { return self }
        let words = split(separator: " ", omittingEmptySubsequences: false).compactMap { word -> String? in
            let rest = String(word.filter { !$0.isEmojiOnly })
            return rest.isEmpty && !word.isEmpty ? nil : rest
        }
        guard words.allSatisfy({ $0.allSatisfy(\.isWhitespace) }) else { return words.joined(separator: " ") }
        var names: [String] = []
        for name in filter(\.isEmojiOnly).map(\.emojiName) where !names.contains(name) { names.append(name) }
        return names.joined(separator: ", ")
    }
}

extension Character {
    /// Whether it's an emoji that nothing in ASCII resembles.
    var isEmojiOnly: Bool {
        guard let first = unicodeScalars.first, !first.isASCII else { return false }
        return first.properties.isEmoji && Glyph.ascii(for: self) == nil
    }

    /// The name of an emoji in Unicode, such as `hot beverage`, and the letters of a flag.
    fileprivate var emojiName: String {
        let letters = unicodeScalars.compactMap { scalar in
            0x1F1E6...0x1F1FF ~= scalar.value ? Unicode.Scalar(scalar.value - 0x1F1E6 + 0x41) : nil
        }
        guard letters.isEmpty else { return String(String.UnicodeScalarView(letters)) }
        return unicodeScalars.first?.properties.name?.lowercased() ?? ""
    }
}
