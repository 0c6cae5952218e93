extension String {
    /// The text with each scalar spelled out that cannot be seen for what it is, fit for any terminal, table or log.
    ///
    /// Those are controls, line breaks too, what turns the direction of text,
    /// and what takes no room; see `HiddenScalars`.
    var escapingControls: String {
        replacingHidden { $0.escaped(asASCII: true) }
    }

    /// The text with the same spelled out in each of its lines, which stay lines.
    var escapingControlsOfLines: String {
        split(separator: "\n", omittingEmptySubsequences: false).map { String($0).escapingControls }
            .joined(separator: "\n")
    }

    /// The text without the scalars that cannot be seen for what they are.
    var droppingHidden: String {
        replacingHidden { _ in "" }
    }

    private func replacingHidden(by replacement: (Unicode.Scalar) -> String) -> String {
        guard !utf8.allSatisfy({ 0x20...0x7E ~= $0 }) else { return self }
        let scalars = Array(unicodeScalars)
        let hidden = scalars.indices.filter { HiddenScalars.contains($0, of: scalars) }
        guard !hidden.isEmpty else { return self }
        var result = String.UnicodeScalarView()
        var start = 0
        for index in hidden {
            result.append(contentsOf: scalars[start..<index])
            result.append(contentsOf: replacement(scalars[index]).unicodeScalars)
            start = index + 1
        }
        result.append(contentsOf: scalars[start...])
        return String(result)
    }

    /// The text, or as much of it as is at most so many bytes long, with a sign that tells of the rest.
    func cut(toBytes limit: Int) -> String {
        guard utf8.count > limit else { return self }
        var end = utf8.index(startIndex, offsetBy: limit)
        while end.samePosition(in: unicodeScalars) == nil { end = utf8.index(before: end) }
        return self[..<end] + "… (\(utf8.count - limit) bytes more)"
    }
}
