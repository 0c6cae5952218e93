internal import Dispatch

/// Calls a closure on the main actor whenever a descriptor is ready for reading, or for writing.
///
/// Nothing wakes the program while the descriptor isn't ready.
@MainActor final class DescriptorWatch {
    private let source: any DispatchSourceProtocol

    /// Begins to watch a descriptor, which may be closed at any time after `cancel()`.
    init(
        _ descriptor: Descriptor,
        for readiness: Descriptor.Readiness = .reading,
        _ act: @escaping @MainActor () -> Void
    ) throws(SystemError) {
        // A source releases its descriptor some time after it was cancelled. Until then the number must not be used
        // again, or Dispatch would mistake the next file for this one: hence a duplicate that only the source closes.
        let own = try descriptor.duplicate()
        source =
            switch readiness {
            case .reading: DispatchSource.makeReadSource(fileDescriptor: own.number, queue: .main)
            case .writing: DispatchSource.makeWriteSource(fileDescriptor: own.number, queue: .main)
            }
        source.setEventHandler { MainActor.assumeIsolated(act) }
        source.setCancelHandler { own.close() }
        source.activate()
    }

    func cancel() {
        source.cancel()
    }
}
