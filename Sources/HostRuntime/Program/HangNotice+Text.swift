extension HangNotice {
    /// Returns the sentence, which begins with the way out, because a narrow screen cuts off its end.
    static func text(of owner: Owner, in place: String?, program: String, for time: Duration) -> String {
        let who = owner == .host ? program : "the plugin '\(owner)'"
        let place = place.map { " (\($0))" } ?? ""
        let text = "ctrl-c ends the program: \(who) has not answered for \(Int(time.seconds)) s\(place)"
        // While a library is loaded, its plugins are known by the name of its file.
        return text.escapingControls
    }

    /// Returns the sentence as a line that fills a number of columns.
    ///
    /// The ellipsis is in ASCII, because the line is written past the display, which knows what the terminal can show.
    static func line(_ text: String, columns: Int) -> String {
        let line = TextWidth.truncate(" \(text)", to: columns, with: "...")
        return line + String(repeating: " ", count: max(0, columns - TextWidth.width(of: line)))
    }
}
