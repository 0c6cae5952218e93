import Foundation
import HostRuntime
import Testing

@testable import SplashAdPlugin

@Suite struct CachedVersionTests {
    private let date = Date(timeIntervalSinceReferenceDate: 1_000_000)

    private func version() throws -> CachedVersion {
        CachedVersion(FileVersion(address: try HTTPAddress("http://ads.example/a.png"), entityTag: "\"1\""), at: date)
    }

    @Test func `the text in the cache is read as the same version`() throws {
        let version = try version()

        #expect(CachedVersion(cached: version.cached) == version)
        #expect(
            version.cached == #"{"address":"http://ads.example/a.png","checked":1000000,"tag":"\"1\""}"#
        )
    }

    @Test(arguments: [nil, "", "{", "[]", #"{"address": "file:///x"}"#, #"{"checked": 5}"#])
    func `another text is no version`(text: String?) {
        #expect(CachedVersion(cached: text) == nil)
    }

    @Test(arguments: [(0, false), (86_399, false), (86_400, true), (-1, true)] as [(Double, Bool)])
    func `a file is old after a day, and when the clock was ahead`(seconds: Double, isOld: Bool) throws {
        #expect(try version().isOld(at: date + seconds) == isOld)
    }
}
