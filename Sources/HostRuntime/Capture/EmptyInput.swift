/// Makes standard input empty for everyone but the terminal's own reader.
///
/// A plugin's `readLine` and a child that reads find the end of the input at
/// once, and take no key from the program.
struct EmptyInput {
    private let original: Descriptor

    init() throws(SystemError) {
        original = try Descriptor.standardInput.duplicate()
        do {
            let empty = try OpenFile("/dev/null", .readOnly)
            // Closed with its last reference, which must come after this.
            _ = withExtendedLifetime(empty) { empty.descriptor.replace(.standardInput) }
        } catch {
            original.close()
            throw error
        }
        TerminalRescue.shared.setInput(original)
    }

    func end() {
        TerminalRescue.shared.setInput(.none)
        original.replace(.standardInput)
        original.close()
    }
}
