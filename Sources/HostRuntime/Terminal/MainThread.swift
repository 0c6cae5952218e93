internal import Dispatch
internal import Glibc

/// Runs the main actor on the main thread, as it does in a program with a run loop.
///
/// On Linux, an asynchronous `main` without Foundation's run loop ends in
/// `dispatch_main`, which gives the main queue to threads of the pool. Then the
/// main actor has no thread of its own, and whether it has one would depend on
/// whether any plugin happens to link Foundation. What belongs to no actor runs
/// on `TaskThreads`.
enum MainThread {
    /// Runs an asynchronous body on the main actor and returns what it returns.
    ///
    /// Must be called on the main thread, once, and not from a task.
    @MainActor static func run<Result: Sendable>(_ body: @escaping @MainActor () async -> Result) -> Result {
        TaskThreads.replaceDispatch()
        var result: Result?
        Task { @MainActor in
            result = await body()
        }
        while true {
            drainMainQueue()
            if let result { return result }
            waitForMainQueue()
        }
    }

    private static func drainMainQueue() {
        mainQueueCallback(nil)
    }

    /// Sleeps until the main queue has work; uses no time while it has none.
    private static func waitForMainQueue() {
        var descriptor = pollfd(fd: mainQueueHandle(), events: Int16(POLLIN), revents: 0)
        guard poll(&descriptor, 1, -1) > 0 else { return }
        // Somebody has closed what was not his, and nothing would wake the main actor again.
        if descriptor.revents & Int16(POLLNVAL) != 0 { exit(ExitStatus.software.rawValue) }
        var count: UInt64 = 0
        // Takes the wake-up, so that the next one is waited for.
        _ = read(descriptor.fd, &count, MemoryLayout<UInt64>.size)
    }
}

// What Foundation's run loop on Linux drains the main queue with: libdispatch
// exports both for it, and no header declares them. The first gives an eventfd
// that is readable while the queue has work; the second runs that work.
@_silgen_name("_dispatch_get_main_queue_handle_4CF")
private func mainQueueHandle() -> Int32

@_silgen_name("_dispatch_main_queue_callback_4CF")
private func mainQueueCallback(_ message: UnsafeMutableRawPointer?)
