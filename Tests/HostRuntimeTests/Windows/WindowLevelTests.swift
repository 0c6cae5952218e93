import TestSupport
import Testing

@testable import HostRuntime

@Suite(.tags(.windows)) struct WindowLevelTests {
    @Test func `the standard levels are UIKit's numbers`() {
        let levels: [WindowLevel] = [.normal, .statusBar, .alert]

        #expect(levels.map(\.rawValue) == [0, 1000, 2000])
    }

    @Test func `a level above the status bar is below every alert`() {
        #expect(WindowLevel.statusBar < .statusBar + 1)
        #expect(.statusBar + 1 < .statusBar + 100)
        #expect(.statusBar + 100 < .alert)
        #expect(WindowLevel.alert - 1 < .alert)
    }

    @Test func `NaN is not a level`() {
        #expect(WindowLevel(rawValue: .nan) == nil)
        #expect(WindowLevel(rawValue: -3.5)?.rawValue == -3.5)
        #expect(WindowLevel(rawValue: .infinity)?.rawValue == .infinity)
    }

    @Test func `a distance that leads to NaN leaves the level as it is`() throws {
        let top = try #require(WindowLevel(rawValue: .infinity))

        #expect(.alert + .nan == .alert)
        #expect(.alert - .nan == .alert)
        #expect(top - .infinity == top)
    }

    @Test(arguments: [(1001, "1001"), (-1, "-1"), (0.5, "0.5"), (1e300, "1e+300"), (.infinity, "inf")])
    func `a level is described by its number`(number: Double, text: String) throws {
        let level = try #require(WindowLevel(rawValue: number))

        #expect(level.description == text)
    }
}
