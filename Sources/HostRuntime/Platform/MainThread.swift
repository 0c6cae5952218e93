internal import Dispatch

/// Runs the main actor on the main thread, as in a program with a run loop.
///
/// On Linux, an asynchronous `main` without Foundation's run loop ends in
/// `dispatch_main`, which hands the main queue to threads of the pool. The main
/// actor would then have no fixed thread, or have one only if some plugin
/// happens to link Foundation. Work that belongs to no actor runs on
/// `TaskThreads`.
enum MainThread {
    /// Runs an asynchronous body on the main actor and returns its result.
    ///
    /// Call this once, on the main thread, and not from a task. Throws if the system
    /// has no thread or no descriptor left for it.
    @MainActor static func run<Result: Sendable>(
        _ body: @escaping @MainActor () async -> Result
    ) throws(SystemError) -> Result {
        guard TaskExecutors.install() else { throw .noThread }
        let loop = MainLoop.start()
        // Dispatch ends the program if it gets no descriptor for the main queue.
        try Descriptor.standardInput.duplicate().close()
        var result: Result?
        Task { @MainActor in
            result = await body()
        }
        while true {
            drainMainQueue()
            if let result { return result }
            loop.wait(with: Descriptor(mainQueueHandle()))
        }
    }

    private static func drainMainQueue() {
        mainQueueCallback(nil)
    }
}

// Foundation's run loop on Linux drains the main queue with these two functions: libdispatch exports
// them for it, and no header declares them. The first returns an eventfd that is readable while the
// queue has work; the second runs that work.
@_silgen_name("_dispatch_get_main_queue_handle_4CF")
private func mainQueueHandle() -> Int32

@_silgen_name("_dispatch_main_queue_callback_4CF")
private func mainQueueCallback(_ message: UnsafeMutableRawPointer?)
