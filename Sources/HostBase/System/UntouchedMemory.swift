internal import Glibc

/// Memory of zeros that the system provides page by page, when each is first used.
package enum UntouchedMemory {
    /// Allocates zeros, which are never freed.
    package static func allocateZeros(_ size: Int) -> UnsafeMutableRawPointer {
        // Reason for the trap: Swift's own allocations end the program too, when there is no memory for them.
        guard let base = calloc(1, size) else { fatalError("there is no memory left") }
        return base
    }
}

// Declared under `_GNU_SOURCE`, which Swift's view of the C library goes without.
@_silgen_name("memfd_create")
package func memoryFile(_ name: UnsafePointer<CChar>, _ flags: UInt32) -> Int32
