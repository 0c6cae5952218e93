import BoostSignals
import OpenCombine

/// OpenCombine's subject without a value.
final class CombineSubject: OpenContestant, @unchecked Sendable {
    // Unchecked: the subject has its own lock.
    static let name = "OpenCombine"
    private let subject = PassthroughSubject<Message, Never>()

    @inline(never)
    func post(_ count: Int, value: Int) {
        for number in 0..<count { subject.send(Message(value: value, number: number)) }
    }

    func observe(_ sum: Sum) -> AnyCancellable {
        subject.sink { sum.add($0) }
    }

    func observe(calling body: @escaping @Sendable () -> Void) -> AnyCancellable {
        subject.sink { _ in body() }
    }

    func cancel(_ registration: AnyCancellable) {
        registration.cancel()
    }
}

/// OpenCombine's subject that keeps its last value.
final class CombineValueSubject: Contestant, @unchecked Sendable {
    // Unchecked: the subject has its own lock.
    static let name = "OpenCombine"
    private let subject = CurrentValueSubject<Message, Never>(Message(value: 0, number: 0))

    @inline(never)
    func post(_ count: Int, value: Int) {
        for number in 0..<count { subject.send(Message(value: value, number: number)) }
    }

    func observe(_ sum: Sum) -> AnyCancellable {
        subject.sink { sum.add($0) }
    }

    func cancel(_ registration: AnyCancellable) {
        registration.cancel()
    }
}

/// boost::signals2, a C++ library.
final class BoostSignals2: Contestant, @unchecked Sendable {
    // Unchecked: the signal has its own lock.
    static let name = "boost"
    private let signal: OpaquePointer

    init() {
        guard let signal = boost_make() else { preconditionFailure("Boost wasn't found when this was compiled") }
        self.signal = signal
    }

    deinit {
        boost_free(signal)
    }

    func post(_ count: Int, value: Int) {
        boost_post(signal, count, value)
    }

    func observe(_ sum: Sum) -> UnsafeMutableRawPointer? {
        boost_observe(signal, sum.value)
    }

    func cancel(_ registration: UnsafeMutableRawPointer?) {
        boost_cancel(registration)
    }
}
