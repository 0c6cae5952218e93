internal import FoundationEssentials

extension String {
    /// The text in quotes, for a sentence: hidden scalars are spelled out, a long text is cut, and the name and
    /// password of an address are hidden.
    public var quoted: String {
        let scalars = hidingUser.unicodeScalars
        let text = String(String.UnicodeScalarView(scalars.prefix(String.quotedLength))).escapingControls
        return "'\(text)" + (scalars.count > String.quotedLength ? "…'" : "'")
    }

    private static let quotedLength = 80

    /// The text with the name and password of an address hidden: `http://•••@ads.example/`.
    ///
    /// A text that is not a valid address may be a mistyped one. Everything before
    /// its last `@` could then be the password.
    public var hidingUser: String {
        guard let at = lastIndex(of: "@") else { return self }
        if let url = URL(string: self), url.scheme != nil, url.user() == nil, url.password() == nil, url.host() != nil {
            return self
        }
        let start = firstRange(of: "//").flatMap { $0.upperBound <= at ? $0.upperBound : nil } ?? startIndex
        return self[..<start] + "•••" + self[at...]
    }
}

extension PlainValue {
    /// The value in a sentence: a text is quoted, and a list or an object goes only by its type.
    public var inWords: String {
        switch self {
        case .string(let text): text.quoted
        case .array: "a list"
        case .dictionary: "an object"
        default: description
        }
    }
}
