extension HostLog {
    /// Adds what something printed while the screen was taken, under its plugin's name where that is known.
    func add(captured output: CapturedOutput) {
        switch output {
        case .line(let line):
            if let owner = PrintHook.takeOwner(of: line) {
                add(.info, "printed: \(line)", source: owner)
            } else {
                add(.info, line, source: HostLog.outputSource)
            }
        case .dropped(let count):
            // Whose the lost lines were must not be said of others with the same words.
            PrintHook.forget()
            let text = "\(count) more lines of output were dropped: they came too fast."
            add(.warning, text, source: HostLog.outputSource)
        }
    }

    /// Who is said to print what nobody is known to have printed.
    private static let outputSource = "output"
}
