import Testing

@testable import HostRuntime

@Suite struct NearestNameTests {
    @Test(arguments: [
        ("tpa", "tap"), ("wether", "weather"), ("--scrpt", "--script"), ("Tap", "tap"), ("splash", "splash-ad"),
    ])
    func `a mistyped name finds the intended one`(typed: String, meant: String) {
        #expect(nearestName(to: typed, in: ["tap", "weather", "--script", "splash-ad"]) == meant)
    }

    @Test(arguments: ["", "banana", String(repeating: "x", count: 10_000)])
    func `a name that is near no other finds nothing`(typed: String) {
        #expect(nearestName(to: typed, in: ["tap", "weather"]) == nil)
    }

    @Test func `of two equally near names, the first in alphabetical order is chosen`() {
        #expect(nearestName(to: "cat", in: ["hat", "bat"]) == "bat")
    }
}
