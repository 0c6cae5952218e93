extension StandardStreams {
    /// Whether the locale has more than ASCII.
    static let hasUnicode = TerminalEnvironment.current().hasUnicode

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
        let text = text.inLocale()
        printError(device.output.isTerminal ? text.wrapped(to: device.size(fallback: .zero).width) : text)
    }
}

extension String {
    /// Returns the text as the locale has it: without UTF-8, with ASCII or, in JSON, with escapes for other characters.
    func inLocale(json isJSON: Bool = false, isASCII: Bool = !StandardStreams.hasUnicode) -> String {
        !isASCII ? self : isJSON ? escapingAsJSON : inASCII
    }
}
