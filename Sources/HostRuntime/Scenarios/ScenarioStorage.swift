internal import Synchronization

/// Where scenarios keep their counters: values by key.
public protocol ScenarioStorage: Sendable {
    /// Every value by its key, as it was last read or written.
    var all: [String: PlainValue] { get }

    /// Changes several values as one step, which nobody else's step comes between.
    ///
    /// The body sees the newest values. It runs while the storage is locked, so
    /// it calls nobody and does not use the storage. It may be called on any thread.
    func update<Result>(_ body: (inout [String: PlainValue]) throws -> Result) rethrows -> Result
}

/// Counters that live as long as the process.
public final class ScenarioMemory: ScenarioStorage {
    private let values: Mutex<[String: PlainValue]>

    /// Creates a storage that holds some values.
    public init(_ values: [String: PlainValue] = [:]) {
        self.values = Mutex(values)
    }

    /// Every value by its key.
    public var all: [String: PlainValue] { values.withLock { $0 } }

    /// Changes several values as one step; a body that throws changes nothing.
    public func update<Result>(_ body: (inout [String: PlainValue]) throws -> Result) rethrows -> Result {
        try values.withLock { values throws in
            var changed = values
            let result = Handed(value: try body(&changed))
            values = changed
            return result
        }.value
    }

    // `@unchecked` because the result never leaves the caller's thread: it is
    // made by the caller's body and handed straight back.
    private struct Handed<Value>: @unchecked Sendable {
        let value: Value
    }
}
