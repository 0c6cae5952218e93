internal import Glibc

/// Memory of zeros that the system provides page by page, when each is first used.
enum UntouchedMemory {
    /// Allocates zeros, which are never freed.
    static let allocateZeros: @convention(c) (Int) -> UnsafeMutableRawPointer = { size in
        // Reason for the trap: Swift's own allocations end the program too, when there is no memory for them.
        guard let base = calloc(1, size) else { fatalError("there is no memory left") }
        return base
    }
}
