extension String {
    /// Returns the text with its middle replaced by an ellipsis if it has more characters than a limit.
    ///
    /// The end of an address says as much as its beginning.
    func truncatedInTheMiddle(to limit: Int) -> String {
        guard count > limit else { return self }
        guard limit > 2 else { return String(prefix(max(0, limit))) }
        let end = (limit - 1) / 2
        return "\(prefix(limit - 1 - end))…\(suffix(end))"
    }
}
