/// The lock of a store's file, held against other processes; the process is not stopped while it has one.
///
/// Released by the thread that took it.
struct StoreLock: Sendable {
    private let descriptor: FileDescriptor

    /// Takes the lock without waiting; nil while another process has it.
    init?(_ descriptor: FileDescriptor, calls: StoreCalls) throws(StoreFailure) {
        StopGate.shared.enter()
        do throws(SystemError) {
            guard try calls.lock(descriptor) else {
                StopGate.shared.leave()
                return nil
            }
        } catch {
            StopGate.shared.leave()
            throw StoreFailure(error)
        }
        self.descriptor = descriptor
    }

    /// Lets other processes in.
    func release() {
        // Not by closing alone: a child that is being started may still have the descriptor.
        descriptor.unlock()
        StopGate.shared.leave()
    }
}
