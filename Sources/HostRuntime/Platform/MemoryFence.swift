internal import Synchronization

/// A memory fence that one thread makes for all threads of the process.
///
/// Two threads that each write a value and then read the other's need a fence
/// between the two on both sides, or both may read the old value. Where one side
/// is rare, it can make the fence for both, and the frequent side stores without
/// one: `membarrier` of Linux waits until every running thread has passed a full
/// fence. That takes 0.3 µs where no other thread runs, and up to 10 µs where one does.
enum MemoryFence {
    /// Whether `makeForAllThreads` works here; a sandbox may forbid it.
    static let isAvailable: Bool = {
        let commands = systemCall(Command.number, Command.query, 0, 0)
        return commands > 0 && commands & Command.fence != 0 && commands & Command.register != 0
    }()

    /// Whether the process is registered, so that `makeForAllThreads` takes microseconds and not milliseconds.
    static var isRegistered: Bool { registered.load(ordering: .acquiring) }

    /// Registers the process with the system; that takes some 15 milliseconds once it has several threads.
    static func register() {
        guard isAvailable, systemCall(Command.number, Command.register, 0, 0) == 0 else { return }
        registered.store(true, ordering: .releasing)
    }

    /// Registers the process on a thread of its own, for programs that have several threads already.
    static func prepare() { _ = preparation }

    private static let preparation: Void = {
        if isAvailable, !isRegistered { _ = SystemThread.start { register() } }
    }()

    /// Makes a full fence on every running thread of the process, which is registered with the first one.
    static func makeForAllThreads() {
        if !isRegistered { register() }
        _ = systemCall(Command.number, Command.fence, 0, 0)
    }

    private static let registered = Atomic(false)

    private enum Command {
        #if arch(x86_64)
        static let number = 324
        #else
        static let number = 283
        #endif
        static let query = 0
        static let fence = 1 << 3
        static let register = 1 << 4
    }
}
