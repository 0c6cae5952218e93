import TestSupport
import Testing

@testable import HostRuntime

@Suite struct SettingTests {
    private enum Style: String, CaseIterable {
        case ring
        case textAndTime = "text-and-time"
    }

    private static let values: [PlainValue] = [
        .null, true, "5", "", [], [5], ["a"], ["a": 5], .int(.min), .int(.max), .double(.nan), .double(.infinity),
        .double(-.infinity), 1e30, -1e30, 2.5, -0.0, .double(0x1p63), .double(-0x1p63),
    ]

    // MARK: - Bounds

    @Test(arguments: seeds(of: 0..<50))
    func `a number within the bounds is taken, and any other one counts as the nearest`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let ends = (0..<2).map { _ in Int.random(in: -1000...1000, using: &random) }.sorted()
        let bounds = ends[0]...ends[1]
        let (whole, real) = (
            Setting("n", in: bounds, default: ends[0], help: ""),
            Setting("r", in: Double(ends[0])...Double(ends[1]), default: Double(ends[0]), help: "")
        )
        for _ in 0..<100 {
            let value = Int.random(in: -2000...2000, using: &random)
            let nearest = min(max(value, ends[0]), ends[1])
            let isInside = nearest == value

            #expect(whole.read(.int(value)) == (isInside ? .exact(value) : .nearest(nearest)))
            #expect(whole.read(.double(Double(value))) == whole.read(.int(value)))
            #expect(real.read(.int(value)) == (isInside ? .exact(Double(value)) : .nearest(Double(nearest))))
        }
    }

    @Test(arguments: [0...0, -3...7, Int.min...Int.max, Int.max - 1...Int.max])
    func `whatever the value, what is used is within the bounds`(bounds: ClosedRange<Int>) {
        let setting = Setting("n", in: bounds, default: bounds.lowerBound, help: "")

        for value in Self.values {
            let used = SettingValues(["n": value])[setting]
            #expect(bounds.contains(used), "\(value)")
        }
    }

    private static let longest: [ClosedRange<Int>] = [0...Int.max, Int.min...0, Int.min...Int.max, 0...(1 << 60 - 1)]

    @Test(arguments: [0...5, -3600...3600, 0...86_400] + longest)
    func `whatever the value, a duration is within the bounds and of whole milliseconds`(bounds: ClosedRange<Int>) {
        let setting = Setting("n", seconds: bounds, default: .seconds(bounds.lowerBound), help: "")

        for value in Self.values {
            let used = SettingValues(["n": value])[setting]
            #expect((.seconds(bounds.lowerBound)...(.seconds(bounds.upperBound))).contains(used), "\(value)")
            #expect(used.components.attoseconds % 1_000_000_000_000_000 == 0)
        }
    }

    @Test func `a number that isn't one, or isn't whole, is refused`() {
        let whole = Setting("n", in: 0...9, default: 1, help: "")
        let duration = Setting("n", seconds: 0...9, default: .seconds(1), help: "")

        #expect([.double(.nan), 2.5, "5", .null, [5], true].map(whole.read) == Array(repeating: .refused, count: 6))
        #expect([.double(.nan), "5", .null, [5], true].map(duration.read) == Array(repeating: .refused, count: 5))
        #expect(duration.read(2.5) == .exact(.milliseconds(2500)))
    }

    @Test func `a number too large for an Int counts as the nearest bound, however large that is`() {
        let whole = Setting("n", in: 0...Int.max, default: 1, help: "")
        let duration = Setting("n", seconds: 0...Int.max, default: .seconds(Int.max), help: "")

        for value in [0x1p63, 1e30, .infinity] {
            #expect(whole.read(.double(value)) == .nearest(.max))
            #expect(duration.read(.double(value)) == .nearest(.seconds(Int.max)))
            #expect(whole.read(.double(-value)) == .nearest(0))
            #expect(duration.read(.double(-value)) == .nearest(.zero))
        }
        #expect(duration.read(.int(.max)) == .exact(.seconds(Int.max)))
        #expect(duration.read(duration.plainValue(of: .seconds(Int.max))) == .exact(.seconds(Int.max)))
    }

    // MARK: - Types

    @Test func `a value of another type counts as none`() {
        let values: SettingValues = ["city": 5, "loud": 1, "style": "square", "names": ["a", 5], "days": "many"]

        #expect(values[Setting("city", default: "Faro", help: "")] == "Faro")
        #expect(values[Setting("loud", default: true, help: "")])
        #expect(values[Setting("style", default: Style.ring, help: "")] == .ring)
        #expect(values[Setting("names", default: ["b"], help: "")] == ["b"])
        #expect(values[Setting("days", in: 1...9, default: 2, help: "")] == 2)
        #expect(values.reading(of: Setting("days", in: 1...9, default: 2, help: "")) == .refused)
        #expect(values.reading(of: Setting("zoom", in: 1...9, default: 2, help: "")) == nil)
    }

    @Test func `each type says what it takes`() {
        let rules = [
            Setting("n", in: 1...60, default: 5, help: "").rule,
            Setting("n", in: 0.5...1, default: 1, help: "").rule,
            Setting("n", seconds: 0...5, default: .zero, help: "").rule,
            Setting("n", default: "", help: "").rule,
            Setting("n", default: [], help: "").rule,
            Setting("n", default: false, help: "").rule,
            Setting("n", default: Style.ring, help: "").rule,
        ]

        #expect(
            rules == [
                "a whole number from 1 to 60", "a number from 0.5 to 1", "a number of seconds from 0 to 5",
                "a line of text",
                "a list of lines of text", "true or false", "one of 'ring', 'text-and-time'",
            ]
        )
    }

    @Test func `a text can have a rule of its own, and so can each text of a list`() {
        let id = Setting("id", default: "a", help: "", rule: "an id") { !$0.contains(" ") }
        let ids = Setting("ids", default: ["a"], help: "", rule: "a list of ids") { !$0.contains(" ") }

        #expect([id.read("b"), id.read("b c")] == [.exact("b"), .refused])
        #expect(
            [ids.read(["b", "c"]), ids.read(["b", "c d"]), ids.read([])] == [.exact(["b", "c"]), .refused, .exact([])]
        )
    }

    @Test(arguments: ["a\nb", "a\u{1B}[2J", "a\u{202E}b", "\u{200B}"])
    func `a text with hidden characters is refused, whatever else the rule takes`(text: String) {
        let all = Setting("name", default: "a", help: "") { _ in true }

        #expect(all.read(.string(text)) == .refused)
        #expect(Setting("names", default: [], help: "").read(["a", .string(text)]) == .refused)
    }

    @Test func `a value is written as the configuration has it, and read again as the same`() {
        let style = Setting("style", default: Style.textAndTime, help: "")
        let wait = Setting("wait", seconds: 0...5, default: .milliseconds(2500), help: "")

        #expect([style.declaration.defaultValue, wait.declaration.defaultValue] == ["text-and-time", 2.5])
        #expect(wait.plainValue(of: .seconds(3)) == 3)
        #expect(style.read(style.plainValue(of: .ring)) == .exact(.ring))
        #expect(wait.read(wait.plainValue(of: .milliseconds(1250))) == .exact(.milliseconds(1250)))
    }

    // MARK: - Objects

    @Test func `a dot in the name stands for a value in an object`() {
        let home = Setting("routes.home", default: "start", help: "")

        #expect(SettingValues(["routes": ["home": "page"]])[home] == "page")
        #expect(SettingValues(["routes": "page"])[home] == "start")
        #expect(SettingValues(["routes": [:]])[home] == "start")
    }
}
