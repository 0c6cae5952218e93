import Dispatch

/// The context that the main actor runs in: the process's first thread, or the main queue.
///
/// In a program that hands its first thread to the dispatcher, as an asynchronous
/// `main` does on Linux, changing threads run the main actor.
enum MainContext {
    private static let mark: DispatchSpecificKey<Bool> = {
        let mark = DispatchSpecificKey<Bool>()
        DispatchQueue.main.setSpecific(key: mark, value: true)
        return mark
    }()

    /// Whether the calling thread runs the main queue.
    static var isMainQueue: Bool {
        DispatchQueue.getSpecific(key: mark) == true
    }
}
