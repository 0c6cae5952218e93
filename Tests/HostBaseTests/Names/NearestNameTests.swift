import Testing

@testable import HostBase

@Suite struct NearestNameTests {
    @Test(arguments: [
        ("tpa", "tap"), ("wether", "weather"), ("--scrpt", "--script"), ("Tap", "tap"), ("splash", "splash-ad"),
        ("splsh", "splash-ad"),
    ])
    func `a mistyped name finds the intended one`(typed: String, meant: String) {
        #expect(nearestName(to: typed, in: ["tap", "weather", "--script", "splash-ad"]) == meant)
    }

    @Test(arguments: ["", "banana", String(repeating: "x", count: 10_000)])
    func `a name that is near no other finds nothing`(typed: String) {
        #expect(nearestName(to: typed, in: ["tap", "weather"]) == nil)
    }

    @Test func `nothing is near an empty name`() {
        #expect(nearestName(to: "", in: ["x", ""]) == nil)
    }

    @Test func `of two equally near names, the first in alphabetical order is chosen`() {
        #expect(nearestName(to: "cat", in: ["hat", "bat"]) == "bat")
    }

    @Test(arguments: [("ab", "ba"), ("abcdef", "bacdfe"), ("wetaher", "weather")])
    func `two swapped letters are one mistake`(typed: String, meant: String) {
        #expect(nearestName(to: typed, in: ["zzzzzz", meant]) == meant)
    }

    @Test func `mistakes of one name get the same hint, and more than twenty different ones get none`() {
        var searches = 0
        var hints = SpellingHints(
            among: {
                searches += 1
                return ["weather", "tap"]
            }
        )
        #expect(searches == 0)

        #expect(hints.nearest(to: "wether") == "weather")
        #expect(hints.nearest(to: "wether", otherThan: "weather") == nil)
        for number in 2..<SpellingHints.limit { #expect(hints.nearest(to: "weathe\(number)") == "weather") }

        #expect(hints.nearest(to: "waether") == nil)
        #expect(hints.nearest(to: "wether") == "weather")
        #expect(searches == 1)
    }
}
