import Glibc

/// Keeps the keyboard for the terminal: meanwhile standard input is empty for everybody else.
///
/// A `readLine` of a plugin and a child that reads find the end at once, and take
/// no key away.
struct EmptyInput {
    private let original: Int32

    init() throws(TerminalError) {
        original = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3)
        guard original >= 0 else { throw .system(call: "fcntl", code: errno) }
        let empty = open("/dev/null", O_RDONLY | O_CLOEXEC)
        guard empty >= 0 else {
            let code = errno
            close(original)
            throw .system(call: "open", code: code)
        }
        dup2(empty, STDIN_FILENO)
        close(empty)
        TerminalRescue.shared.setInput(original)
    }

    /// Puts standard input back.
    func end() {
        TerminalRescue.shared.setInput(-1)
        dup2(original, STDIN_FILENO)
        close(original)
    }
}
