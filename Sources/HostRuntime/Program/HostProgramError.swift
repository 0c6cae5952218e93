/// Why a program ended before it ran.
struct HostProgramError: Error {
    let status: ExitStatus

    /// What to tell the person; names from outside cannot hide in it.
    let text: String

    init(status: ExitStatus, text: String) {
        self.status = status
        self.text = text.escapingControlsOfLines
    }
}
