import Testing

@testable import HostRuntime

@Suite struct SolePosterTests {
    private enum Standing: Hashable {
        case first, second, ended, nobody
    }

    // Addresses of records, which are never this small.
    private let first: UInt = 64
    private let second: UInt = 128

    private func standing(_ poster: borrowing SolePoster) -> Standing {
        if poster.hasEnded { return .ended }
        return poster.isThread(first) ? .first : poster.isThread(second) ? .second : .nobody
    }

    @Test func `the first thread that posts is the one, also when it posts again`() {
        let poster = SolePoster(hasFence: true)

        poster.admit(first, isFenceQuick: true)
        poster.admit(first, isFenceQuick: true)

        #expect(standing(poster) == .first)
    }

    @Test func `a second thread that posts ends it for ever`() {
        let poster = SolePoster(hasFence: true)
        poster.admit(first, isFenceQuick: true)

        poster.admit(second, isFenceQuick: true)
        #expect(standing(poster) == .ended)

        poster.admit(first, isFenceQuick: true)
        #expect(standing(poster) == .ended)
    }

    @Test func `it goes on when its own thread unlinks, and ends when another one does`() {
        let poster = SolePoster(hasFence: true)
        poster.admit(first, isFenceQuick: true)

        poster.makeFence(on: first)
        #expect(standing(poster) == .first)

        poster.makeFence(on: nil)
        #expect(standing(poster) == .ended)
    }

    @Test func `what is unlinked before the first post ends nothing`() {
        let poster = SolePoster(hasFence: true)

        poster.makeFence(on: second)
        #expect(standing(poster) == .nobody)

        poster.admit(first, isFenceQuick: true)
        #expect(standing(poster) == .first)
    }

    @Test func `nobody is the one before the process is registered for a quick fence`() {
        let poster = SolePoster(hasFence: true)

        poster.admit(first, isFenceQuick: false)
        #expect(standing(poster) == .nobody)

        poster.admit(first, isFenceQuick: true)
        #expect(standing(poster) == .first)
    }

    @Test func `without a fence for all threads nobody is the one`() {
        let poster = SolePoster(hasFence: false)

        poster.admit(first, isFenceQuick: true)

        #expect(standing(poster) == .ended)
    }
}
