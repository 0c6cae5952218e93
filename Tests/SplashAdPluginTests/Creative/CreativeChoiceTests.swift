import Foundation
import HostRuntime
import TestSupport
import Testing

@testable import SplashAdPlugin

/// Which creative is shown: its dates, caps, pictures and turn.
@Suite(.tags(.advertisements)) struct CreativeChoiceTests {
    private let noon = Date(timeIntervalSince1970: 1_795_262_400)

    private func choose(
        _ creatives: [SplashCreative],
        canWait: Bool = false,
        shown: [String: Int] = [:],
        turns: [String: Int] = [:],
        since: [String: Double] = [:],
        tried: Set<SplashCreative> = [],
        missing: Set<String> = [],
        refused: [String: String] = [:]
    ) -> CreativeChoice {
        CreativeChoice(
            among: creatives,
            at: noon,
            in: .gmt,
            canWait: canWait,
            tried: tried,
            tally: { id in
                let count = shown[id] ?? 0
                return CreativeTally(today: count, total: count, sinceShown: since[id], turn: turns[id] ?? 0)
            },
            refusal: { creative in
                if let reason = refused[creative.id] { return .refused(reason) }
                return missing.contains(creative.id) ? .missing : nil
            }
        )
    }

    private func creative(
        _ id: String,
        weight: Int = 1,
        from: String? = nil,
        until: String? = nil,
        cap: Int? = nil
    ) -> SplashCreative {
        SplashCreative(
            id: id,
            title: id,
            weight: weight,
            validFrom: from.flatMap { CivilMoment($0) },
            validUntil: until.flatMap { CivilMoment($0) },
            dailyCap: cap
        )
    }

    private func outcome(_ choice: CreativeChoice) -> [String?] { [choice.chosen?.id, choice.wanted?.id] }

    @Test func `without creatives nothing is shown`() {
        #expect(outcome(choose([])) == [nil, nil])
    }

    @Test(
        arguments: [
            ("2026-11-21T12:00:00Z", nil, true), ("2026-11-21T12:00:01Z", nil, false),
            (nil, "2026-11-21T12:00:01Z", true), (nil, "2026-11-21T12:00:00Z", false),
            ("2026-11-21T11:00:00Z", "2026-11-21T13:00:00Z", true),
        ] as [(String?, String?, Bool)]
    )
    func `a creative is shown from its first moment and until before its last`(
        from: String?,
        until: String?,
        isShown: Bool
    ) {
        #expect(outcome(choose([creative("a", from: from, until: until)])) == [isShown ? "a" : nil, nil])
    }

    @Test func `a creative with a weight of 0 is paused`() {
        let choice = choose([creative("a", weight: 0), creative("b")])

        #expect(outcome(choice) == ["b", nil])
        #expect(choice.reasons.first?.description == "'a': paused: its weight is 0")
    }

    @Test(arguments: [(nil, 1000, true), (5, 4, true), (5, 5, false), (0, 0, false)] as [(Int?, Int, Bool)])
    func `a creative is shown at most as often as its cap`(cap: Int?, shown: Int, isShown: Bool) {
        #expect(outcome(choose([creative("a", cap: cap)], shown: ["a": shown])) == [isShown ? "a" : nil, nil])
    }

    @Test func `among ready creatives the one whose turn it is is shown`() {
        let creatives = [creative("a"), creative("b", weight: 3), creative("c")]

        #expect(choose(creatives, turns: ["a": 3, "b": -3]).chosen?.id == "a")
    }

    @Test func `each other creative has a reason`() {
        let creatives = [
            creative("early", from: "2026-12-01"), creative("late", until: "2026-11-21T09:30:00Z"),
            creative("often", cap: 5), creative("once", cap: 1), creative("never", cap: 0), creative("missing"),
            creative("refused"), creative("shown"), creative("due", weight: 2),
        ]

        let choice = choose(
            creatives,
            shown: ["often": 5, "once": 1, "shown": 3, "due": 3],
            turns: ["shown": -1, "due": 1],
            missing: ["missing"],
            refused: ["refused": "it is no PNG file"]
        )

        #expect(
            choice.reasons.map(\.description) == [
                "'early': not before 2026-12-01", "'late': over since 2026-11-21 09:30:00 UTC",
                "'often': shown 5 of 5 times today", "'once': shown 1 of 1 times today",
                "'never': shown 0 of 0 times today", "'missing': its picture has not been fetched yet",
                "'refused': its picture was refused: it is no PNG file",
                "'shown': shown 3 times with a weight of 1; it is the turn of 'due'",
            ]
        )
    }

    @Test func `a creative that reached its total cap, or was shown too recently, is not shown`() {
        var used = creative("used")
        used.totalCap = 3
        var late = creative("late")
        late.secondsBetweenShows = 60

        let choice = choose([used, late, creative("other")], shown: ["used": 3], since: ["late": 60])

        #expect(choice.chosen?.id == "other")
        #expect(
            choice.reasons.map(\.description) == [
                "'used': shown 3 of 3 times", "'late': shown 60.0 s ago; more than 60 s needed",
            ]
        )
    }

    @Test func `a creative shares its turns with those that could be shown instead`() {
        let creatives = [creative("a"), creative("b", cap: 0), creative("c"), creative("d")]
        let choice = choose(creatives, canWait: true, turns: ["a": -1, "c": 1], missing: ["c"])

        #expect(choice.wanted.map { choice.pool(of: $0).map(\.id) } == ["a", "c", "d"])
        #expect(choice.chosen.map { choice.pool(of: $0).map(\.id) } == ["a", "d"])
        #expect(choice.pool(of: creatives[1]).map(\.id) == ["b"])
    }

    // MARK: - Waiting

    @Test func `with time to wait, a missing creative is wanted, and a ready one is the fallback`() {
        let creatives = [creative("a"), creative("b")]
        let turns = ["a": -1, "b": 1]

        #expect(outcome(choose(creatives, canWait: true, turns: turns, missing: ["b"])) == ["a", "b"])
        #expect(outcome(choose([creative("b")], canWait: true, missing: ["b"])) == [nil, "b"])
    }

    @Test func `a missing creative is waited for only when it is its turn`() {
        let creatives = [creative("a"), creative("b")]

        #expect(outcome(choose(creatives, canWait: true, missing: ["b"])) == ["a", nil])
    }

    @Test func `a creative that may not be shown is not waited for`() {
        let creatives = [creative("a", cap: 0), creative("b", from: "2027-01-01"), creative("c")]

        let choice = choose(creatives, canWait: true, missing: ["a", "b"], refused: ["c": "damaged"])

        #expect(outcome(choice) == [nil, nil])
    }

    // MARK: - Tried in vain

    @Test func `a creative that was tried is neither chosen nor wanted, though it seems ready`() {
        let (a, b) = (creative("a"), creative("b"))

        #expect(outcome(choose([a, b], tried: [a])) == ["b", nil])
        #expect(outcome(choose([a, b], canWait: true, tried: [a, b])) == [nil, nil])
        #expect(outcome(choose([a, b], canWait: true, tried: [b], missing: ["b"])) == ["a", nil])
        #expect(
            choose([a], tried: [a]).reasons.map(\.description) == [
                "'a': its picture was refused: it could not be read in time"
            ]
        )
    }

    // MARK: - Random feeds

    @Test(arguments: seeds(of: 1...200))
    func `only an allowed creative is chosen, and equal inputs give equal choices`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let days = [nil, "2026-11-20", "2026-11-22"]
        let creatives = (0..<Int.random(in: 0...6, using: &random)).map { place in
            creative(
                "c\(place)",
                weight: Int.random(in: 0...5, using: &random),
                from: days.randomElement(using: &random) ?? nil,
                until: days.randomElement(using: &random) ?? nil,
                cap: [nil, 0, 3].randomElement(using: &random) ?? nil
            )
        }
        var shown: [String: Int] = [:]
        for place in 0..<6 { shown["c\(place)"] = Int.random(in: 0...4, using: &random) }
        let ids = creatives.map(\.id)
        let missing = Set(ids.filter { _ in Bool.random(using: &random) })
        let refused = Dictionary(
            uniqueKeysWithValues: ids.filter { _ in Int.random(in: 0..<4, using: &random) == 0 }.map { ($0, "x") }
        )
        func make() -> CreativeChoice {
            choose(creatives, canWait: seed % 2 == 0, shown: shown, missing: missing, refused: refused)
        }
        func isPermitted(_ creative: SplashCreative) -> Bool {
            creative.weight > 0 && creative.validFrom?.hasCome(at: noon, in: .gmt) != false
                && !creative.isOver(at: noon, in: .gmt)
                && (creative.dailyCap.map { (shown[creative.id] ?? 0) < $0 } ?? true) && refused[creative.id] == nil
        }

        let choice = make()

        #expect(choice == make())
        if let chosen = choice.chosen { #expect(isPermitted(chosen) && !missing.contains(chosen.id)) }
        if let wanted = choice.wanted { #expect(isPermitted(wanted) && missing.contains(wanted.id)) }
        #expect(choice.reasons.map(\.id) == ids.filter { $0 != choice.chosen?.id })
    }
}
