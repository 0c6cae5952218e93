internal import Glibc

/// A pointer of which each thread has one of its own.
///
/// The standard library has no thread-local values, so this uses the C
/// library's; a value is found in about 2 ns.
struct ThreadLocal: Sendable {
    private let key: pthread_key_t

    typealias Release = @convention(c) (UnsafeMutableRawPointer?) -> Void

    /// Creates a value that begins as nil on each thread; when a thread ends, its pointer is passed to `release`.
    init(_ release: Release) {
        var key = pthread_key_t()
        let result = pthread_key_create(&key, release)
        // Without the check, the key of another user would be read and never set.
        precondition(result == 0, "The process has no thread-local key left.")
        self.key = key
    }

    @inline(__always) var value: UnsafeMutableRawPointer? { pthread_getspecific(key) }

    func set(_ value: UnsafeMutableRawPointer) {
        pthread_setspecific(key, value)
    }

    /// Makes the calling thread's pointer nil again.
    func clear() {
        pthread_setspecific(key, nil)
    }
}
