import Testing

@testable import HostRuntime

@Suite struct NearestNameTests {
    @Test(arguments: [
        ("tpa", "tap"), ("wether", "weather"), ("--scrpt", "--script"), ("Tap", "tap"), ("splash", "splash-ad"),
    ])
    func `a mistyped name finds the one that is meant`(typed: String, meant: String) {
        #expect(nearestName(to: typed, in: ["tap", "weather", "--script", "splash-ad"]) == meant)
    }

    @Test(arguments: ["", "banana", String(repeating: "x", count: 10_000)])
    func `a name that is near none finds none`(typed: String) {
        #expect(nearestName(to: typed, in: ["tap", "weather"]) == nil)
    }

    @Test func `of two that are equally near the first by alphabet is taken`() {
        #expect(nearestName(to: "cat", in: ["hat", "bat"]) == "bat")
    }
}
