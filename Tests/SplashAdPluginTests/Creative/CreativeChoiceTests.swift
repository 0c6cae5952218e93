import Foundation
import HostRuntime
import TestSupport
import Testing

@testable import SplashAdPlugin

/// Which creative is shown: its dates, caps, pictures and turn.
@Suite(.tags(.advertisements)) struct CreativeChoiceTests {
    private let noon = Date(timeIntervalSince1970: 1_795_262_400)

    private func choose(
        _ editions: [[SplashCreative]],
        canWait: Bool = false,
        shown: [String: Int] = [:],
        credits: [String: Double] = [:],
        since: [String: Double] = [:],
        tried: Set<SplashCreative> = [],
        missing: Set<String> = [],
        refused: [String: String] = [:]
    ) -> CreativeChoice {
        CreativeChoice(
            among: editions,
            at: noon,
            in: .gmt,
            canWait: canWait,
            tried: tried,
            tally: { id in
                let count = shown[id] ?? 0
                return CreativeTally(today: count, total: count, sinceShown: since[id], credit: credits[id] ?? 0)
            },
            refusal: { creative in
                // By title, so that two versions of one id can differ.
                if let reason = refused[creative.title] { return .refused(reason) }
                return missing.contains(creative.title) ? .missing : nil
            }
        )
    }

    private func creative(
        _ id: String,
        _ title: String? = nil,
        weight: Int = 1,
        from: String? = nil,
        until: String? = nil,
        cap: Int? = nil
    ) -> SplashCreative {
        SplashCreative(
            id: id,
            title: title ?? id,
            weight: weight,
            validFrom: from.flatMap { CivilMoment($0) },
            validUntil: until.flatMap { CivilMoment($0) },
            dailyCap: cap
        )
    }

    private func outcome(_ choice: CreativeChoice) -> [String?] { [choice.chosen?.title, choice.wanted?.title] }

    // MARK: - One edition

    @Test func `without any edition nothing is shown`() {
        #expect(outcome(choose([])) == [nil, nil])
        #expect(outcome(choose([[]])) == [nil, nil])
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
        #expect(outcome(choose([[creative("a", from: from, until: until)]])) == [isShown ? "a" : nil, nil])
    }

    @Test func `a creative with a weight of 0 is paused, also in older feeds`() {
        let choice = choose([[creative("a", weight: 0), creative("b")], [creative("a", "old")]], missing: ["b"])

        #expect(outcome(choice) == [nil, nil])
        #expect(choice.reasons.first?.description == "'a': paused: its weight is 0")
    }

    @Test func `a creative is shown in its hours only, and the reason has the time`() {
        // Noon of a Saturday.
        var (weekday, weekend) = (creative("a"), creative("b"))
        weekday.hours = WeeklyHours(["mon-fri 08:00-18:00", "sat 10:00-12:00"])
        weekend.hours = WeeklyHours(["sat,sun"])

        let choice = choose([[weekday, weekend]])

        #expect(outcome(choice) == ["b", nil])
        #expect(
            choice.reasons.map(\.description) == [
                "'a': shown mon-fri 08:00-18:00, sat 10:00-12:00; now it's sat 12:00"
            ]
        )
    }

    @Test(arguments: [(nil, 1000, true), (5, 4, true), (5, 5, false), (0, 0, false)] as [(Int?, Int, Bool)])
    func `a creative is shown at most as often as its cap`(cap: Int?, shown: Int, isShown: Bool) {
        #expect(outcome(choose([[creative("a", cap: cap)]], shown: ["a": shown])) == [isShown ? "a" : nil, nil])
    }

    @Test func `among ready creatives the one whose turn it is is shown`() {
        let edition = [creative("a"), creative("b", weight: 3), creative("c")]

        #expect(choose([edition], credits: ["a": 0.5, "b": -0.5]).chosen?.id == "a")
    }

    @Test func `each other creative has a reason`() {
        let edition = [
            creative("early", from: "2026-12-01"), creative("late", until: "2026-11-21T09:30:00Z"),
            creative("often", cap: 5), creative("once", cap: 1), creative("never", cap: 0), creative("missing"),
            creative("refused"), creative("shown"), creative("due", weight: 2),
        ]

        let choice = choose(
            [edition, [creative("old")]],
            shown: ["often": 5, "once": 1, "shown": 3, "due": 3],
            credits: ["shown": -0.5, "due": 0.5],
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
                "'old': it belongs to an older feed",
            ]
        )
    }

    @Test func `a creative that reached its total cap, or was shown too recently, is not shown`() {
        var used = creative("used")
        used.totalCap = 3
        var late = creative("late")
        late.secondsBetweenShows = 60

        let choice = choose([[used, late, creative("other")]], shown: ["used": 3], since: ["late": 60])

        #expect(choice.chosen?.id == "other")
        #expect(
            choice.reasons.map(\.description) == [
                "'used': shown 3 of 3 times", "'late': shown 60.0 s ago; more than 60 s needed",
            ]
        )
    }

    @Test func `a creative shares its turns with those that could be shown instead`() {
        let edition = [creative("a"), creative("b", cap: 0), creative("c"), creative("d")]
        let choice = choose([edition], canWait: true, credits: ["a": -0.5, "c": 0.5], missing: ["c"])

        #expect(choice.wanted.map { choice.pool(of: $0).map(\.id) } == ["a", "c", "d"])
        #expect(choice.chosen.map { choice.pool(of: $0).map(\.id) } == ["a", "d"])
        #expect(choice.pool(of: edition[1]).map(\.id) == ["b"])
    }

    // MARK: - Older editions

    @Test func `a ready creative of an older edition precedes a newer one that is not ready`() {
        #expect(outcome(choose([[creative("new")], [creative("old")]], missing: ["new"])) == ["old", nil])
    }

    @Test func `the newest edition with a ready creative is used`() {
        let editions = [[creative("a")], [creative("b")], [creative("c")], [creative("d")]]

        #expect(outcome(choose(editions, missing: ["a", "b"])) == ["c", nil])
    }

    @Test(
        arguments: [
            [], [SplashCreative(id: "a", dailyCap: 0)], [SplashCreative(id: "a", validUntil: .instant(.distantPast))],
            [SplashCreative(id: "a", validFrom: .instant(.distantFuture))],
        ] as [[SplashCreative]]
    )
    func `an edition without a creative within its dates and cap withdraws the older ones`(edition: [SplashCreative]) {
        #expect(outcome(choose([edition, [creative("old")]])) == [nil, nil])
        #expect(outcome(choose([[creative("new")], edition, [creative("old")]], missing: ["new"])) == [nil, nil])
    }

    @Test func `an edition whose pictures were rejected withdraws nothing`() {
        #expect(outcome(choose([[creative("new")], [creative("old")]], refused: ["new": "damaged"])) == ["old", nil])
    }

    @Test func `an older version of a creative is shown while the newer one's picture is missing`() {
        let choice = choose([[creative("a", "new")], [creative("a", "old")]], missing: ["new"])

        #expect(outcome(choice) == ["old", nil])
        #expect(choice.reasons.map(\.description) == ["'a': its picture has not been fetched yet"])
    }

    @Test func `an older version of a creative does not outlive the newer one's dates`() {
        let newest = [creative("a", "new", until: "2026-11-01"), creative("b")]

        #expect(outcome(choose([newest, [creative("a", "old")]], missing: ["b"])) == [nil, nil])
    }

    // MARK: - Waiting

    @Test func `with time to wait, a missing creative is wanted, and a ready one is the fallback`() {
        let editions = [[creative("new")], [creative("old")]]

        #expect(outcome(choose(editions, canWait: true, missing: ["new"])) == ["old", "new"])
        #expect(outcome(choose([[creative("new")]], canWait: true, missing: ["new"])) == [nil, "new"])
    }

    @Test func `a missing creative is waited for only when it is its turn`() {
        let edition = [creative("a"), creative("b")]

        #expect(outcome(choose([edition], canWait: true, missing: ["b"])) == ["a", nil])
        let turns = ["a": -0.5, "b": 0.5]
        #expect(outcome(choose([edition], canWait: true, credits: turns, missing: ["b"])) == ["a", "b"])
    }

    @Test func `a creative that may not be shown is not waited for`() {
        let edition = [creative("a", cap: 0), creative("b", from: "2027-01-01"), creative("c")]

        let choice = choose([edition], canWait: true, missing: ["a", "b"], refused: ["c": "damaged"])

        #expect(outcome(choice) == [nil, nil])
    }

    @Test func `older editions are not waited for`() {
        #expect(outcome(choose([[creative("a")], [creative("b")]], canWait: true, refused: ["a": "x"])) == ["b", nil])
        #expect(
            outcome(choose([[creative("a")], [creative("b")]], canWait: true, missing: ["b"], refused: ["a": "x"]))
                == [nil, nil]
        )
    }

    // MARK: - Tried in vain

    @Test func `a creative that was tried is neither chosen nor wanted, though it seems ready`() {
        let (a, b) = (creative("a"), creative("b"))

        #expect(outcome(choose([[a, b]], tried: [a])) == ["b", nil])
        #expect(outcome(choose([[a, b]], canWait: true, tried: [a, b])) == [nil, nil])
        #expect(outcome(choose([[a, b]], canWait: true, tried: [b], missing: ["b"])) == ["a", nil])
        #expect(
            choose([[a]], tried: [a]).reasons.map(\.description) == [
                "'a': its picture was refused: it could not be read in time"
            ]
        )
    }

    @Test func `an older version of a creative is shown when the newer one can't be read`() {
        let new = creative("a", "new")

        #expect(outcome(choose([[new], [creative("a", "old")]], tried: [new])) == ["old", nil])
    }

    // MARK: - Random editions

    @Test(arguments: UInt64(1)...200)
    func `only an allowed creative is chosen, and equal inputs give equal choices`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let days = [nil, "2026-11-20", "2026-11-22"]
        let editions = (0..<Int.random(in: 1...3, using: &random)).map { edition in
            (0..<Int.random(in: 0...6, using: &random)).map { place in
                creative(
                    "c\(place)",
                    "\(edition)-\(place)",
                    weight: Int.random(in: 0...5, using: &random),
                    from: days.randomElement(using: &random) ?? nil,
                    until: days.randomElement(using: &random) ?? nil,
                    cap: [nil, 0, 3].randomElement(using: &random) ?? nil
                )
            }
        }
        var shown: [String: Int] = [:]
        for place in 0..<6 { shown["c\(place)"] = Int.random(in: 0...4, using: &random) }
        let titles = editions.joined().map(\.title).sorted()
        let missing = Set(titles.filter { _ in Bool.random(using: &random) })
        let refused = Dictionary(
            uniqueKeysWithValues: titles.filter { _ in Int.random(in: 0..<4, using: &random) == 0 }.map { ($0, "x") }
        )
        func make() -> CreativeChoice {
            choose(editions, canWait: seed % 2 == 0, shown: shown, missing: missing, refused: refused)
        }
        func isPermitted(_ creative: SplashCreative) -> Bool {
            creative.weight > 0 && creative.validFrom?.hasCome(at: noon, in: .gmt) != false
                && !creative.isOver(at: noon, in: .gmt)
                && (creative.dailyCap.map { (shown[creative.id] ?? 0) < $0 } ?? true) && refused[creative.title] == nil
        }

        let choice = make()

        #expect(choice == make())
        if let chosen = choice.chosen { #expect(isPermitted(chosen) && !missing.contains(chosen.title)) }
        if let wanted = choice.wanted {
            #expect(isPermitted(wanted) && missing.contains(wanted.title) && editions[0].contains(wanted))
        }
        // Every creative is listed once.
        let told = choice.reasons.map(\.id)
        #expect(Set(told).count == told.count)
        #expect(Set(told + [choice.chosen?.id].compactMap(\.self)) == Set(editions.joined().map(\.id)))
    }
}
