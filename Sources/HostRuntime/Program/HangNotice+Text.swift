extension HangNotice {
    /// Returns the sentence about the call that the main thread has been in for a while, after the way out, because a
    /// narrow screen cuts off its end.
    static func text(about call: CallEntry?, program: String, isBusy: Bool = false, for time: Duration) -> String {
        "ctrl-c ends the program: " + sentence(about: call, program: program, isBusy: isBusy, for: time)
    }

    /// Returns the sentence about the call that the main thread has been in for a while.
    ///
    /// A busy thread goes from call to call, and most are this one.
    static func sentence(about call: CallEntry?, program: String, isBusy: Bool = false, for time: Duration) -> String {
        let owner = call.flatMap { JournalNames.owner($0.owner) } ?? .host
        let who = owner == .host ? program : "the plugin '\(owner)'"
        let what = isBusy ? "has kept the program busy" : "has not answered"
        let place = call.map(\.place).flatMap { $0.isEmpty ? nil : " (\($0))" } ?? ""
        // While a library is loaded, its plugins are known by the name of its file.
        return "\(who) \(what) for \(Int(time.seconds)) s\(place)".escapingControls
    }

    /// Returns a text as a line that fills a number of columns.
    ///
    /// The ellipsis is in ASCII, because the line is written past the display, which knows what the terminal can show.
    static func line(_ text: String, columns: Int) -> String {
        let line = TextWidth.truncate(" \(text)", to: columns, with: "...")
        return line + String(repeating: " ", count: max(0, columns - TextWidth.width(of: line)))
    }
}
