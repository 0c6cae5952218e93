extension HostLog {
    /// Adds what something printed while the screen was taken, under its plugin's name where that is known.
    func add(captured output: CapturedOutput) {
        switch output {
        case .line(let line):
            if let owner = PrintHook.takeOwner(of: line) {
                add(.info, "printed: \(line)", owner: owner)
            } else {
                add(.info, line, owner: nil)
            }
        case .dropped(let count):
            // Whose the lost lines were must not be said of others with the same words.
            PrintHook.forget()
            let text = "\(count) more lines of output were dropped: they came too fast."
            add(.warning, text, owner: nil)
        }
    }
}
