extension StandardStreams {
    /// Prints a line; throws an error that says what cannot be written.
    static func printLine(_ text: String, of what: String) throws(HostProgramError) {
        do {
            try printLine(text)
        } catch {
            throw HostProgramError(status: .inputOutput, text: "\(what) cannot be written: \(error)")
        }
    }

    /// Prints a message to standard error, with lines that break between words if it is a terminal.
    static func printMessage(_ text: String) {
        let device = TerminalDevice(input: .none, output: .standardError)
        printError(device.output.isTerminal ? wrapped(text, to: device.size(fallback: .zero).width) : text)
    }

    /// Returns a message with its lines broken between words; a longer word, such as a path, stays whole.
    static func wrapped(_ text: String, to columns: Int) -> String {
        guard columns > 0 else { return text }
        return text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            var room = columns + 1
            return line.split(separator: " ", omittingEmptySubsequences: false).reduce(into: "") { result, word in
                let width = 1 + TextWidth.width(of: String(word))
                let breaks = width > room && !result.isEmpty
                result += (result.isEmpty ? "" : breaks ? "\n" : " ") + word
                room = (breaks ? columns + 1 : room) - width
            }
        }
        .joined(separator: "\n")
    }
}
