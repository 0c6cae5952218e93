import Testing

@testable import HostRuntime

@Suite struct PluginBisectionTests {
    private static let plugins = (1...16).map { "plugin-\($0)" }

    /// Answers for a program that misbehaves when all of some plugins run.
    private func search(_ order: [String], bad: Set<String>) -> (result: PluginBisection.Result, starts: Int) {
        var search = PluginBisection(order: order)
        var (result, starts) = (PluginBisection.Result.undecided, 0)
        while result == .undecided, starts < 100 {
            result = search.answer(isGood: !bad.isSubset(of: search.running))
            starts += 1
        }
        return (result, starts)
    }

    @Test(arguments: plugins) func `one bad plugin among sixteen is found in at most six starts`(bad: String) {
        let (result, starts) = search(Self.plugins, bad: [bad])

        #expect(result == .found(bad))
        #expect(starts <= 6)
    }

    @Test(arguments: 1...40) func `one bad plugin is found among any number`(count: Int) {
        let order = (1...count).map { "p\($0)" }
        for bad in order { #expect(search(order, bad: [bad]).result == .found(bad)) }
    }

    @Test func `of two plugins that misbehave together the later one is found`() {
        #expect(search(Self.plugins, bad: ["plugin-3", "plugin-9"]).result == .found("plugin-9"))
    }

    @Test func `the first start runs no plugin, and a fault there is no plugin's`() {
        var search = PluginBisection(order: Self.plugins)

        #expect(search.running.isEmpty)
        #expect(search.answer(isGood: false) == .noPlugin)
    }

    @Test func `without plugins there is nothing to find`() {
        #expect(search([], bad: []).result == .noPlugin)
    }

    @Test func `each start runs a plugin only with all that come before it`() {
        var search = PluginBisection(order: Self.plugins)
        var answers: [Bool] = [true, false, true, false, true]
        while !answers.isEmpty {
            #expect(search.running == Array(Self.plugins.prefix(search.running.count)))
            _ = search.answer(isGood: answers.removeFirst())
        }
    }

    @Test(arguments: plugins) func `the number of starts left falls with each answer, from at most six`(bad: String) {
        var search = PluginBisection(order: Self.plugins)
        var left = search.startsLeft
        #expect(left <= 6)
        while search.answer(isGood: !search.running.contains(bad)) == .undecided {
            #expect(search.startsLeft < left)
            left = search.startsLeft
        }
    }

    @Test func `a search is stored and continued`() {
        var search = PluginBisection(order: Self.plugins)
        #expect(PluginBisection(stored: search.stored) == search)

        _ = search.answer(isGood: true)
        _ = search.answer(isGood: false)

        #expect(PluginBisection(stored: search.stored) == search)
    }

    @Test func `a stored search with the largest numbers continues`() throws {
        let value = PlainValue.dictionary([
            "order": .array([.string("a"), .string("b")]), "bad": .int(2), "answers": .int(.max),
        ])
        var search = try #require(PluginBisection(stored: value))

        #expect(search.answer(isGood: true) == .undecided)
        #expect(search.answer(isGood: false) == .found("a"))
    }

    @Test(arguments: [
        PlainValue.null, .dictionary([:]), .dictionary(["order": .array([]), "bad": .int(1)]),
        .dictionary(["order": .array([.string("a")]), "bad": .int(1), "good": .int(2)]),
        .dictionary(["order": .array([.string("a")]), "bad": .int(-1)]),
    ]) func `a damaged search is no search`(value: PlainValue) {
        #expect(PluginBisection(stored: value) == nil)
    }
}
