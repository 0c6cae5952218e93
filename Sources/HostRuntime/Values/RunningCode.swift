/// The owner of the code that runs, to attribute what it prints.
///
/// Recording a call is one store, and nothing reads it until something is
/// printed.
enum RunningCode {
    /// The owner of the innermost call on the main thread; nil outside calls.
    // Written and read on the main thread only.
    private nonisolated(unsafe) static var called: Owner?

    /// The owner of the current task, which child tasks inherit.
    @TaskLocal static var taskOwner: Owner = .host

    @MainActor static func call<Result, Failure: Error>(
        of owner: Owner,
        _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let outer = called
        called = .some(owner)
        defer { called = outer }
        return try body()
    }

    /// Returns a closure that calls the body as code of an owner, to be stored.
    @MainActor static func closure(of owner: Owner, _ body: @escaping @MainActor () -> Void) -> @MainActor () -> Void {
        { call(of: owner) { body() } }
    }

    @MainActor static func closure<Value>(
        of owner: Owner,
        _ body: @escaping @MainActor (Value) -> Void
    ) -> @MainActor (Value) -> Void {
        { value in call(of: owner) { body(value) } }
    }

    /// The owner of the calling thread's code; the program where none is known.
    static func owner(isOnMainThread: Bool) -> Owner {
        guard isOnMainThread, let called else { return taskOwner }
        return called
    }
}
