internal import CThreadLocal

/// A pointer of which each thread has its own, nil until the thread sets it; reading it takes one instruction.
///
/// Swift has no thread-local variables, so they're those of the module `CThreadLocal`.
enum ThreadVariable: Int, Sendable {
    case postingThread
    case callStack

    @inline(__always)
    var value: UnsafeMutableRawPointer? { c_thread_local(rawValue) }

    func set(_ value: UnsafeMutableRawPointer?) { c_set_thread_local(rawValue, value) }
}
