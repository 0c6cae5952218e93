internal import CThreadLocal
package import Glibc
package import Synchronization

/// A pointer of which each thread has its own, nil until the thread sets it; reading it takes one instruction.
///
/// Swift has no thread-local variables, so they're those of the module `CThreadLocal`.
@frozen
package enum ThreadVariable: Int, Sendable {
    case postingThread
    case callStack

    // Inlinable for the bus, which is another module's: a call would cost more than the read.
    @inlinable
    package var value: UnsafeMutableRawPointer? { c_thread_local(rawValue) }

    package func set(_ value: UnsafeMutableRawPointer?) { c_set_thread_local(rawValue, value) }
}

/// Sets a thread's variable, and releases its last value when the thread ends.
@frozen
package struct ThreadLocal: ~Copyable, Sendable {
    package typealias Release = @convention(c) (UnsafeMutableRawPointer?) -> Void

    @usableFromInline let variable: ThreadVariable
    @usableFromInline let release: Release
    /// The C library's key plus one; 0 until the first value is set.
    @usableFromInline let key = Atomic<pthread_key_t>(0)

    /// Creates the setter of a variable, for a static property.
    ///
    /// A thread that ends with a value calls `release` with it. Call `clear()` there:
    /// other code that runs at the thread's end may set a new value.
    // Inlinable, so that a static property of another module is a constant.
    @inlinable
    package init(_ variable: ThreadVariable, _ release: Release) {
        self.variable = variable
        self.release = release
    }

    package func set(_ value: UnsafeMutableRawPointer) {
        // The C library's own value tells it when the thread ends.
        let result = pthread_setspecific(existingKey(), value)
        // Without the check, the thread's value would never be released.
        precondition(result == 0, "The process has no memory left for a thread-local value.")
        variable.set(value)
    }

    /// Makes the calling thread's pointer nil again.
    package func clear() {
        pthread_setspecific(existingKey(), nil)
        variable.set(nil)
    }

    private func existingKey() -> pthread_key_t {
        let existing = key.load(ordering: .acquiring)
        if existing != 0 { return existing - 1 }
        var made = pthread_key_t()
        let result = pthread_key_create(&made, release)
        // Without the check, the key of another user would be read and never set.
        precondition(result == 0, "The process has no thread-local key left.")
        // Releasing: another thread that finds the key must also find that the C library has made it.
        let (isFirst, first) = key.compareExchange(
            expected: 0,
            desired: made + 1,
            ordering: .acquiringAndReleasing
        )
        if isFirst { return made }
        // Another thread was faster.
        pthread_key_delete(made)
        return first - 1
    }
}
