internal import Dispatch
internal import Glibc

/// Calls a closure on the main actor whenever a descriptor is ready for reading, or for writing.
///
/// Nothing wakes the program while the descriptor isn't ready. It lasts until it's
/// cancelled.
@MainActor final class DescriptorWatch {
    private let known: KnownDescriptor
    private let readiness: Descriptor.Readiness
    private var act: (@MainActor () -> Void)?
    private var source: (any DispatchSourceProtocol)?

    /// Begins to watch a descriptor, which may be closed at any time after `cancel()`.
    init(
        _ descriptor: Descriptor,
        for readiness: Descriptor.Readiness = .reading,
        _ act: @escaping @MainActor () -> Void
    ) throws(SystemError) {
        known = KnownDescriptor(descriptor)
        self.readiness = readiness
        self.act = act
        if let loop = MainLoop.running {
            loop.add(self)
        } else {
            source = try makeSource()
        }
    }

    /// Ends the watch; the closure isn't called any more.
    func cancel() {
        act = nil
        source?.cancel()
        source = nil
        MainLoop.running?.remove(self)
    }

    // MARK: - In the main loop

    var number: Int32 { known.descriptor.number }

    /// The events to poll for.
    var events: Int16 { Int16(readiness == .reading ? POLLIN : POLLOUT) }

    /// Calls the closure; ends the watch if other code has closed or replaced the descriptor, which might never rest.
    func handleReadiness() {
        let act = act
        if !known.isIntact { cancel() }
        act?()
    }

    // MARK: - With Dispatch

    private func makeSource() throws(SystemError) -> any DispatchSourceProtocol {
        // A source releases its descriptor some time after it was cancelled. Until then the number must not be used
        // again, or Dispatch would mistake the next file for this one: hence a duplicate that only the source closes.
        let own = try known.descriptor.duplicate()
        let source: any DispatchSourceProtocol =
            switch readiness {
            case .reading: DispatchSource.makeReadSource(fileDescriptor: own.number, queue: .main)
            case .writing: DispatchSource.makeWriteSource(fileDescriptor: own.number, queue: .main)
            }
        source.setEventHandler { [weak self] in MainActor.assumeIsolated { self?.handleReadiness() } }
        source.setCancelHandler { own.close() }
        source.activate()
        return source
    }
}
