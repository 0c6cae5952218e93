internal import Glibc

/// The lock of a store's file, held against other processes; the process is not stopped while it has one.
///
/// Released by the thread that took it.
struct StoreLock: Sendable {
    private let descriptor: StoreDescriptor

    /// Takes the lock without waiting; nil while another process has it.
    init?(_ descriptor: StoreDescriptor, calls: StoreCalls) throws(StoreFailure) {
        StopGate.shared.enter()
        guard calls.lock(descriptor.number) == 0 else {
            let code = errno
            StopGate.shared.leave()
            if code == EWOULDBLOCK || code == EINTR { return nil }
            throw StoreFailure(String(cString: strerror(code)))
        }
        self.descriptor = descriptor
    }

    /// Lets other processes in.
    func release() {
        // Not by closing alone: a child that is being started may still have the descriptor.
        flock(descriptor.number, LOCK_UN)
        StopGate.shared.leave()
    }
}
