/// Whose code runs, as far as those know who call it: what is printed meanwhile is theirs.
///
/// A call is a store and costs next to nothing. Nobody asks while nothing is printed.
enum RunningCode {
    /// The innermost of the calls on the main thread; nil outside of them.
    // Written and read on the main thread only.
    private nonisolated(unsafe) static var called: Owner?

    /// Whose task the current one is, and those that it begins.
    @TaskLocal static var taskOwner: Owner = .host

    /// Calls code of an owner on the main thread.
    @MainActor static func call<Result, Failure: Error>(
        of owner: Owner,
        _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let outer = called
        called = .some(owner)
        defer { called = outer }
        return try body()
    }

    /// Returns the closure as it is to be kept, so that it is called as code of its owner.
    @MainActor static func closure(of owner: Owner, _ body: @escaping @MainActor () -> Void) -> @MainActor () -> Void {
        { call(of: owner) { body() } }
    }

    /// Returns the closure as it is to be kept, so that it is called as code of its owner.
    @MainActor static func closure<Value>(
        of owner: Owner,
        _ body: @escaping @MainActor (Value) -> Void
    ) -> @MainActor (Value) -> Void {
        { value in call(of: owner) { body(value) } }
    }

    /// Whose code the calling thread is in; nil where nobody knows, and for the program itself.
    static func owner(isOnMainThread: Bool) -> Owner {
        guard isOnMainThread, let called else { return taskOwner }
        return called
    }
}
