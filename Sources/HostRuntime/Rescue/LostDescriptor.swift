internal import Glibc

/// The end of a program after other code has closed a descriptor that it needs, or put another file in its place.
enum LostDescriptor {
    /// Restores the terminal, says which plugin ran last, and ends the program.
    static func endProgram() -> Never {
        ProcessJournal.recordLoss()
        TerminalRescue.shared.restore(afterCrash: true)
        // Otherwise the guardian alone has a way to the terminal, and prints the message there.
        if !TerminalRescue.shared.isUnrestored, !ProcessJournal.printCrashMessage() {
            let text = "a library has closed a file descriptor of the program, or put another file in its place"
            StandardStreams.printError("the program can't go on: \(text)")
        }
        _exit(ExitStatus.software.rawValue)
    }
}
