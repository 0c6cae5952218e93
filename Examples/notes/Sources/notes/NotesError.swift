/// A reason that a command of the notes fails.
enum NotesError: Error, CustomStringConvertible {
    case nothingChosen
    case exportRunning
    case noExport
    case noPayment
    case exportCancelled(done: Int, of: Int)

    var description: String {
        switch self {
        case .nothingChosen: "No note is chosen."
        case .exportRunning: "An export is running. Cancel it first, or wait."
        case .noExport: "No export is running."
        case .noPayment: "Nothing is being paid."
        case .exportCancelled(let done, let count): "The export was cancelled after \(done) of \(count) notes."
        }
    }
}
