extension String {
    /// The text if it has at most so many characters, or its beginning and its end with a sign between them.
    ///
    /// An address says at both ends where it leads.
    func truncatedInTheMiddle(to room: Int) -> String {
        guard count > room else { return self }
        guard room > 2 else { return String(prefix(max(0, room))) }
        let end = (room - 1) / 2
        return "\(prefix(room - 1 - end))…\(suffix(end))"
    }
}
