extension Double {
    /// Reads a number from the whole of a text; nil for another text.
    ///
    /// The standard library's initializer takes what comes before a NUL for all of it.
    package init?(wholeText text: some StringProtocol) {
        guard !text.utf8.contains(0) else { return nil }
        self.init(text)
    }
}
