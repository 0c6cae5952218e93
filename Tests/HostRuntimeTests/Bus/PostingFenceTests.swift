import Testing

@testable import HostRuntime

@Suite struct PostingFenceTests {
    /// Who leaves the fence out.
    private enum Standing: Hashable {
        case nobody, first, second, everybody
        /// Nobody, since an observer was unlinked.
        case nobodyAnymore
    }

    // Addresses of records, which are never this small.
    private let first: UInt = 64
    private let second: UInt = 128

    private func standing(_ fence: borrowing PostingFence) -> Standing {
        if fence.isMadeByAll { return .nobodyAnymore }
        return switch (fence.isLeftOut(by: first), fence.isLeftOut(by: second)) {
        case (true, true): .everybody
        case (true, false): .first
        case (false, true): .second
        case (false, false): .nobody
        }
    }

    private func makeFence(admitting records: [UInt]) -> PostingFence {
        let fence = PostingFence(hasFenceForAllThreads: true)
        for record in records { fence.admit(record, isFenceForAllQuick: true) }
        return fence
    }

    @Test func `the first thread that posts leaves its fence out, also when it posts again`() {
        let fence = makeFence(admitting: [first, first])

        #expect(standing(fence) == .first)
    }

    @Test func `with a second thread that posts all leave their fences out`() {
        let fence = makeFence(admitting: [first, second])
        #expect(standing(fence) == .everybody)

        fence.admit(first, isFenceForAllQuick: true)
        #expect(standing(fence) == .everybody)
    }

    @Test func `the only posting thread leaves its fence out until another thread unlinks`() {
        let fence = makeFence(admitting: [first])

        #expect(fence.make(on: first) == false)
        #expect(standing(fence) == .first)

        #expect(fence.make(on: second) == true)
        #expect(standing(fence) == .nobodyAnymore)
        #expect(fence.make(on: second) == false)
    }

    @Test func `where several threads post all make their fences once one of them unlinks`() {
        let fence = makeFence(admitting: [first, second])

        #expect(fence.make(on: first) == true)
        #expect(standing(fence) == .nobodyAnymore)

        fence.admit(second, isFenceForAllQuick: true)
        #expect(standing(fence) == .nobodyAnymore)
    }

    @Test func `a thread that has made many fences leaves them out again, and then others do`() {
        let fence = makeFence(admitting: [first])
        #expect(fence.make(on: nil) == true)

        fence.readmit(second, isFenceForAllQuick: true)
        #expect(standing(fence) == .second)

        fence.admit(first, isFenceForAllQuick: true)
        #expect(standing(fence) == .everybody)
    }

    @Test func `a thread that has made many fences changes nothing where they are left out already`() {
        let fence = makeFence(admitting: [first])

        fence.readmit(second, isFenceForAllQuick: true)

        #expect(standing(fence) == .first)
    }

    @Test func `what is unlinked before the first post changes nothing`() {
        let fence = makeFence(admitting: [])

        #expect(fence.make(on: second) == false)
        #expect(standing(fence) == .nobody)

        fence.admit(first, isFenceForAllQuick: true)
        #expect(standing(fence) == .first)
    }

    @Test func `all make their fences before the process is registered for a quick one`() {
        let fence = makeFence(admitting: [])

        fence.admit(first, isFenceForAllQuick: false)
        #expect(standing(fence) == .nobody)

        fence.admit(first, isFenceForAllQuick: true)
        #expect(standing(fence) == .first)
    }

    @Test func `all make their fences where there is none for all threads`() {
        let fence = PostingFence(hasFenceForAllThreads: false)

        fence.admit(first, isFenceForAllQuick: false)
        fence.readmit(first, isFenceForAllQuick: false)

        #expect(standing(fence) == .nobodyAnymore)
    }
}
