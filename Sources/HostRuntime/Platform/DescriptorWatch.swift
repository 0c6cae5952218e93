internal import Dispatch

/// Calls a closure on the main actor whenever a descriptor has something to read.
///
/// Nothing wakes the program while there is nothing to read.
@MainActor final class DescriptorWatch {
    private let source: any DispatchSourceRead

    /// Begins to watch a descriptor, which may be closed at any time after `cancel()`.
    init(_ descriptor: Descriptor, _ act: @escaping @MainActor () -> Void) throws(SystemError) {
        // A source releases its descriptor some time after it was cancelled. Until then the number must not be used
        // again, or Dispatch would mistake the next file for this one: hence a duplicate that only the source closes.
        let own = try descriptor.duplicate()
        source = DispatchSource.makeReadSource(fileDescriptor: own.number, queue: .main)
        source.setEventHandler { MainActor.assumeIsolated(act) }
        source.setCancelHandler { own.close() }
        source.activate()
    }

    /// Stops watching.
    func cancel() {
        source.cancel()
    }
}
