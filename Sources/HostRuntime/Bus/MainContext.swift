import Dispatch

/// Tells whether the caller runs where the main actor runs.
///
/// That is the process's first thread, or the main queue: a program that hands
/// its first thread to the dispatcher, as an asynchronous `main` does, has its
/// main actor run by changing threads on Linux.
enum MainContext {
    private static let mark: DispatchSpecificKey<Bool> = {
        let mark = DispatchSpecificKey<Bool>()
        DispatchQueue.main.setSpecific(key: mark, value: true)
        return mark
    }()

    /// Whether the calling thread is working for the main queue.
    static var isMainQueue: Bool {
        DispatchQueue.getSpecific(key: mark) == true
    }
}
