import HostRuntime
import TestSupport
import Testing

@testable import SplashAdPlugin

/// The report as a value: what adds up, what is kept, and what is ignored.
@Suite struct SplashReportTests {
    private static let day = 20_783  // 2026-11-26

    /// The values of the ring of stores.
    private struct Ring {
        var stores = [[String: PlainValue]](repeating: [:], count: SplashReport.stores)

        mutating func add(_ counts: SplashCounts, of creative: String, on day: Int) {
            SplashReport.add(counts, of: creative, on: day, to: &stores[SplashReport.store(of: day)])
        }
    }

    private struct Step: Hashable {
        let day: Int
        let creative: String
        let outcome: SplashOutcome?
        let visible: Int

        init(_ random: inout SeededGenerator) {
            day = SplashReportTests.day - Int.random(in: 0..<SplashReport.length, using: &random)
            creative = ["spring", "Autumn.2026", "-7", SplashReport.none].randomElement(using: &random) ?? ""
            outcome = Bool.random(using: &random) ? SplashOutcome.allCases.randomElement(using: &random) : nil
            visible = outcome == nil ? 0 : Int.random(in: 0...60_000, using: &random)
        }

        func add(to values: inout [String: PlainValue]) {
            SplashReport.add(counts, of: creative, on: SplashReportTests.day - day % 30, to: &values)
        }

        var counts: SplashCounts { outcome.map { .end($0, visible: .milliseconds(visible)) } ?? .show }
    }

    // MARK: - Sums

    @Test(arguments: seeds(of: 0..<20))
    func `counts add up to the same report in any order`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let steps = (0..<300).map { _ in Step(&random) }
        var (forwards, shuffled) = (Ring(), Ring())

        for step in steps { forwards.add(step.counts, of: step.creative, on: step.day) }
        for step in steps.shuffled(using: &random) { shuffled.add(step.counts, of: step.creative, on: step.day) }

        let report = SplashReport(forwards.stores)
        #expect(report == SplashReport(shuffled.stores))
        #expect(report.problem == nil)
        for (key, steps) in Dictionary(grouping: steps, by: { "\($0.day) \($0.creative)" }) {
            let counts = report.days[steps[0].day]?[steps[0].creative]
            #expect(counts?[.shown] == steps.count { $0.outcome == nil }, "\(key)")
            #expect(counts?[.milliseconds] == steps.reduce(0) { $0 + $1.visible }, "\(key)")
            for outcome in SplashOutcome.allCases {
                let field = SplashCounts.Field(rawValue: outcome.rawValue)
                #expect(field.flatMap { counts?[$0] } == steps.count { $0.outcome == outcome }, "\(key)")
            }
        }
    }

    @Test(arguments: seeds(of: 0..<10))
    func `two processes that lock each other out lose no count`(seed: UInt64) throws {
        let folder = try StoreFolder()
        let others = [OtherProcess(), OtherProcess()]
        let stores = others.map { folder.store("report", calls: $0.calls) }
        var random = SeededGenerator(seed: seed)
        var alone: [String: PlainValue] = [:]

        for _ in 0..<100 {
            let (step, process) = (Step(&random), Int.random(in: 0...1, using: &random))
            if Bool.random(using: &random) { others[process].hold() } else { others[process].letGo() }
            step.add(to: &alone)
            stores[process].update(summing: [SplashReport.key]) { step.add(to: &$0) }
        }
        for other in others {
            other.letGo()
            other.runThreads()
        }

        #expect(SplashReport([folder.store("report").all]) == SplashReport([alone]))
    }

    @Test func `a count ends at the largest whole number of JSON`() {
        var values: [String: PlainValue] = [
            "days": ["2026-11-26": ["a": ["shown": .int(SplashCounts.highest), "milliseconds": 5]]]
        ]

        SplashReport.add(.show, of: "a", on: Self.day, to: &values)
        SplashReport.add(.end(.skipped, visible: .seconds(1e19)), of: "a", on: Self.day, to: &values)

        let counts = SplashReport([values, values]).days[Self.day]?["a"]
        #expect(counts?[.shown] == SplashCounts.highest)
        #expect(counts?[.milliseconds] == SplashCounts.highest)
        #expect(counts?[.skipped] == 2)
    }

    // MARK: - What is kept

    @Test func `the present day and the 399 before it are in the report`() {
        var ring = Ring()
        for day in Self.day - 1000...Self.day { ring.add(.show, of: "a", on: day) }

        let report = SplashReport(ring.stores, since: Self.day - SplashReport.length + 1)

        #expect(report.days.keys.sorted() == Array(Self.day - 399...Self.day))
        #expect(report.days.values.allSatisfy { $0["a"] == .show })
    }

    @Test func `a feed that renames its 32 creatives daily keeps every store small`() {
        var ring = Ring()
        let padding = String(repeating: "x", count: 50)
        for day in Self.day - 420...Self.day {
            for number in 0..<32 {
                ring.add(.end(.finished, visible: .milliseconds(5000)), of: "\(padding).\(day).\(number)", on: day)
            }
        }

        let report = SplashReport(ring.stores, since: Self.day - SplashReport.length + 1)

        #expect(report.days.values.map(\.count) == Array(repeating: 32, count: 400))
        #expect(ring.stores.allSatisfy { PlainValue.dictionary($0).json.utf8.count < 1 << 18 })
    }

    @Test func `the creatives of a day beyond the most are counted together`() {
        var ring = Ring()
        for number in 0..<100 {
            ring.add(.show, of: "\(number)", on: Self.day)
            ring.add(.end(.skipped, visible: .milliseconds(7)), of: "\(number)", on: Self.day)
        }
        ring.add(.end(.failed, visible: .zero), of: SplashReport.none, on: Self.day)

        let day = SplashReport(ring.stores).days[Self.day] ?? [:]

        #expect(day.count == SplashReport.mostCreatives + 2)
        #expect(day[SplashReport.others]?[.shown] == 100 - SplashReport.mostCreatives)
        #expect(day[SplashReport.others]?[.skipped] == 100 - SplashReport.mostCreatives)
        #expect(day[SplashReport.none]?[.failed] == 1)
    }

    @Test func `a clock that was wrong for a while costs no other day`() {
        var ring = Ring()
        for day in Self.day - 399...Self.day { ring.add(.show, of: "a", on: day) }

        for wrong in 0..<8 { ring.add(.show, of: "a", on: 30_000 + wrong * SplashReport.daysOfStore) }

        let days = SplashReport(ring.stores).days
        #expect((Self.day - 399...Self.day).allSatisfy { days[$0] != nil })
    }

    // MARK: - Foreign values

    @Test(
        arguments: [
            ["days": 3], ["days": ["2026-11-26": "x"]], ["days": ["2026-02-30": [:]]], ["days": ["=1+1": [:]]],
            ["days": ["2026-11-26T00:00:00Z": [:]]], ["days": ["2026-11-26": ["=cmd()": ["shown": 1]]]],
            ["days": ["2026-11-26": ["": ["shown": 1]]]], ["days": ["2026-11-26": ["a": [1]]]],
            ["days": ["2026-11-26": ["a": ["shown": -1]]]], ["days": ["2026-11-26": ["a": ["shown": 0.5]]]],
            ["days": ["2026-11-26": ["a": ["shown": .int(.max)]]]], ["days": ["2026-11-26": ["a": ["skipped": "3"]]]],
            ["days": ["2026-11-26": ["a": ["shown": .double(1e300)], "b": .null]]],
        ] as [[String: PlainValue]]
    )
    func `a wrong record is ignored and named, and the next count takes its place`(stored: [String: PlainValue]) {
        var values = stored

        let before = SplashReport([stored])
        SplashReport.add(.show, of: "a", on: Self.day, to: &values)

        #expect(before.rows(of: 0...100_000).isEmpty)
        #expect(
            before.problem?.hasSuffix("in the report's store has another form, so the report leaves it out") == true
        )
        #expect(SplashReport([values]).days[Self.day]?["a"] == .show)
    }

    @Test(arguments: seeds(of: 0..<200))
    func `whatever a store holds, a count comes out of it`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var values: [String: PlainValue] = [
            "days": ["2026-11-26": ["a": random.value(depth: 2)], "b": random.value(depth: 4)]
        ]
        if seed % 3 == 0 { values["days"] = random.value(depth: 5) }

        SplashReport.add(.show, of: "a", on: Self.day, to: &values)

        #expect(SplashReport([values]).days[Self.day]?["a"]?[.shown] == 1)
    }

    @Test func `names of a later version stay in the store`() {
        var values: [String: PlainValue] = ["days": ["2026-11-26": ["a": ["shown": 1, "shared": 4]]]]

        SplashReport.add(.show, of: "a", on: Self.day, to: &values)

        #expect(values == ["days": ["2026-11-26": ["a": ["shown": 2, "shared": 4]]]])
    }

    // MARK: - As text

    private static let sample: SplashReport = {
        var ring = Ring()
        for _ in 0..<3 { ring.add(.show, of: "spring", on: day - 1) }
        ring.add(.end(.clicked, visible: .milliseconds(1999)), of: "spring", on: day - 1)
        ring.add(.end(.skipped, visible: .milliseconds(12_345)), of: "spring", on: day - 1)
        ring.add(.show, of: "-2-3", on: day)
        ring.add(.end(.finished, visible: .seconds(5)), of: "-2-3", on: day)
        ring.add(.end(.failed, visible: .zero), of: SplashReport.none, on: day)
        return SplashReport(ring.stores)
    }()

    @Test func `the table has the sums of each day, of each creative and of all`() {
        let table = """
            Advertisements from 2026-11-24 until 2026-11-26

                       shown clicked skipped finished interrupted failed seconds
            2026-11-25     3       1       1        0           0      0    14.3
              spring       3       1       1        0           0      0    14.3
            2026-11-26     1       0       0        1           0      1     5.0
              (none)       0       0       0        0           0      1     0.0
              -2-3         1       0       0        1           0      0     5.0
            all days       4       1       1        1           0      1    19.3
              (none)       0       0       0        0           0      1     0.0
              -2-3         1       0       0        1           0      0     5.0
              spring       3       1       1        0           0      0    14.3

            Advertisements that were shown by hand aren't counted. One without an
            outcome is on the screen, or its program was killed.
            (none): no advertisement appeared.
            """
        #expect(Self.sample.text(.table, of: Self.day - 2...Self.day) == table)
    }

    @Test func `CSV has a line for each day and creative below the names`() {
        let csv = """
            day,creative,shown,clicked,skipped,finished,interrupted,failed,milliseconds
            2026-11-25,spring,3,1,1,0,0,0,14344
            2026-11-26,(none),0,0,0,0,0,1,0
            2026-11-26,-2-3,1,0,0,1,0,0,5000
            """
        #expect(Self.sample.text(.csv, of: Self.day - 2...Self.day) == csv)
    }

    @Test func `JSON has numbers, ISO days, and its names in one order`() {
        let json =
            #"{"from":"2026-11-25","rows":[{"clicked":1,"creative":"spring","day":"2026-11-25","failed":0,"#
            + #""finished":0,"interrupted":0,"milliseconds":14344,"shown":3,"skipped":1}],"until":"2026-11-25"}"#
        #expect(Self.sample.text(.json, of: Self.day - 1...Self.day - 1) == json)
    }

    @Test func `a report without counts says so, and programs read an empty one`() {
        let days = Self.day - 30...Self.day - 10

        let texts = SplashReport.Format.allCases.map { Self.sample.text($0, of: days) }

        #expect(
            texts == [
                "No advertisement was counted from 2026-10-27 until 2026-11-16.",
                "day,creative,shown,clicked,skipped,finished,interrupted,failed,milliseconds",
                #"{"from":"2026-10-27","rows":[],"until":"2026-11-16"}"#,
            ]
        )
    }

    @Test func `a table with long ids and large numbers keeps to 80 columns`() {
        var ring = Ring()
        for number in 0..<3 {
            let id = String(repeating: "long-", count: 12) + "\(number)"
            for _ in 0..<2000 { ring.add(.end(.skipped, visible: .seconds(60)), of: id, on: Self.day) }
        }

        let lines = SplashReport(ring.stores).text(.table, of: Self.day...Self.day).split(separator: "\n")

        #expect(lines.allSatisfy { TextWidth.width(of: String($0)) <= 80 })
        #expect(lines.contains { $0.hasSuffix("120000.0") })
    }

    @Test(arguments: [
        ("plain", "plain"), ("a,b", #""a,b""#), (#"a"b"#, #""a""b""#), ("a\r\nb", "\"a\r\nb\""), ("", ""),
    ])
    func `a field of CSV is quoted as RFC 4180 has it`(text: String, field: String) {
        #expect(SplashReport.quotedField(text) == field)
    }

    // MARK: - Days

    @Test(arguments: [
        ("2026-11-26", 0), ("today", 0), ("yesterday", -1), ("2026-11-25T23:30:00Z", 0), ("2026-11-26T22:59:59Z", 0),
        ("2026-11-26T23:00:00Z", 1), ("2026-11-26T23:00:00.5+01:00", 0),
    ])
    func `a moment stands for its day where the person is`(text: String, offset: Int) {
        let zone = CivilTimeZone(secondsFromGMT: 3600)
        #expect(SplashReport.day(text, today: Self.day, in: zone) == Self.day + offset)
    }

    @Test(arguments: ["", "2026-02-30", "26.11.2026", "tomorrow", "2026-11", "2026-11-26T23:00"])
    func `other text is no day`(text: String) {
        #expect(SplashReport.day(text, today: Self.day, in: .gmt) == nil)
    }
}
