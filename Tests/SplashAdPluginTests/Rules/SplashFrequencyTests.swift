import FoundationEssentials
import HostRuntime
import TestSupport
import Testing

@testable import SplashAdPlugin

/// How often an advertisement is shown: the daily cap and the shortest time away.
@Suite(.tags(.advertisements)) struct SplashFrequencyTests {
    private let store = KeyValueStore()
    // The first of January 2001, noon in Greenwich.
    private let noon = Date(timeIntervalSinceReferenceDate: 43_200)

    // MARK: - The interval

    @Test func `the very first launch passes`() {
        let decision = frequency().start(at: noon)

        #expect(decision.isAllowed)
        #expect(decision.conditions.map(\.note) == [nil, nil, nil, nil, "2001-01-01"])
    }

    @Test(arguments: [(0, false), (9.9, false), (10, false), (10.1, true), (1e9, true)] as [(Double, Bool)])
    func `a launch passes strictly more than 10 s after the program was left`(away: Double, isAllowed: Bool) {
        frequency().recordUse(until: noon)

        #expect(frequency().start(at: noon + away).isAllowed == isAllowed)
    }

    @Test(arguments: [(8, false), (10, false), (11, true)] as [(Double, Bool)])
    func `the wait since the launch is not part of the time away`(away: Double, isAllowed: Bool) {
        frequency().recordUse(until: noon)
        let launch = frequency().launch(at: noon + away)

        let result = frequency().reserve(for: launch, at: noon + away + 3)

        #expect(((try? result.get()) != nil) == isAllowed)
    }

    @Test(arguments: [5, 10, 12])
    func `rules that arrive during an occasion use the same time away`(minimum: Int) throws {
        frequency().recordUse(until: noon)
        let launch = frequency().launch(at: noon + 13)
        try frequency().reserve(for: launch, at: noon + 13).get().rollBack()

        let stricter = SplashSettings(minimumBackground: .seconds(minimum), dailyCap: 3)
        let other = SplashFrequency(store: store, settings: stricter, timeZone: .gmt)
        let decision = try other.reserve(for: launch, at: noon + 13.3).get().decision

        #expect(decision.conditions.first { $0.kind == .minSeconds(since: .leaving) }?.value == .double(13))
    }

    @Test func `a show in another process does not shorten the time away`() throws {
        let period = BackgroundPeriod(start: .seconds(5), end: .seconds(18), cause: .userLeft)
        let here = SplashOccasion.comeBack(period, at: noon + 13)
        // The other process leaves, comes back and shows while this one is suspended.
        frequency().recordUse(until: noon)
        #expect(frequency().comeBack(after: .seconds(60), at: noon + 8.3).isAllowed)

        let decision = try frequency().reserve(for: here, at: noon + 13).get().decision

        #expect(decision.conditions.first { $0.kind == .minSeconds(since: .leaving) }?.value == .double(13))
    }

    @Test func `an offer has no time away, and uses the time since the last advertisement instead`() {
        let early = frequency().show(.offer(at: noon), at: noon)
        let again = frequency().show(.offer(at: noon + 10), at: noon + 10)
        let late = frequency().show(.offer(at: noon + 10.1), at: noon + 10.1)

        #expect([early, again, late].map(\.isAllowed) == [true, false, true])
        #expect(SplashRule.reason(of: again) == "the last one was 10.0 s ago; more than 10.0 s needed")
    }

    @Test func `the time between two shows applies to every occasion`() {
        let settings = SplashSettings(betweenShows: .seconds(60))
        let frequency = SplashFrequency(store: store, settings: settings, timeZone: .gmt)
        _ = frequency.start(at: noon)

        let times = [30, 60, 60.5].map { frequency.comeBack(after: .seconds(20), at: noon + $0).isAllowed }

        #expect(times == [false, false, true])
    }

    @Test func `a dropped advertisement is forgotten a month after it was shown, and not before`() {
        let frequency = frequency()
        frequency.count("summer", at: noon)

        frequency.forget(keeping: ["autumn"], at: noon + 29 * 86_400)
        let count = frequency.tallies(at: noon + 29 * 86_400)("summer").total
        frequency.forget(keeping: ["autumn"], at: noon + 31 * 86_400)

        #expect(count == 1)
        #expect(store.all.keys.sorted() == ["scenario/splash-ad"])
    }

    @Test func `the cap of a day is that of a day again after a clock that was ahead for one advertisement`() {
        let frequency = frequency()
        _ = frequency.start(at: noon + 365 * 86_400)

        let times = (0..<14).flatMap { day in (0..<5).map { noon + Double(day) * 86_400 + Double($0) * 7200 } }

        #expect(times.allSatisfy { frequency.start(at: $0).isAllowed })
    }

    @Test func `a reset also forgets dropped advertisements`() {
        let frequency = frequency()
        frequency.count("summer", at: noon)
        frequency.forget(keeping: [], at: noon)

        frequency.reset()

        #expect(frequency.tallies(at: noon)("summer") == CreativeTally())
    }

    @Test func `a return from a screen lock shows nothing`() {
        let decision = frequency().comeBack(after: .seconds(60), .screenLocked, at: noon)

        #expect(decision.isAllowed == false)
        #expect(SplashRule.reason(of: decision) == "the screen was locked, the user did not leave")
    }

    @Test func `a refused check does not restart the interval`() {
        frequency().recordUse(until: noon)
        let early = (1...10).map { frequency().start(at: noon + Double($0)).isAllowed }

        #expect(early == Array(repeating: false, count: 10))
        #expect(frequency().start(at: noon + 11).isAllowed)
    }

    // MARK: - Occasions and starts

    @Test(
        arguments: [
            (["launch", "return", "offer"], [true, true, true], ""),
            (["return"], [false, true, false], "only on a return"),
            (["offer", "launch", "launch"], [true, false, true], "only at launch and on request"),
            ([], [false, false, false], "on no occasion"),
        ] as [([String], [Bool], String)]
    )
    func `only the occasions that the settings allow show one`(occasions: [String], isAllowed: [Bool], words: String) {
        let settings = SplashSettings(minimumBackground: .zero, occasions: occasions)
        let frequency = SplashFrequency(store: store, settings: settings, timeZone: .gmt)

        let decisions = [
            frequency.start(at: noon), frequency.comeBack(after: .seconds(60), at: noon + 60),
            frequency.show(.offer(at: noon + 120), at: noon + 120),
        ]

        #expect(decisions.map(\.isAllowed) == isAllowed)
        let conditions = frequency.conditions(of: .byHand(at: noon), SplashFrequency.Circumstances())
        #expect(conditions.map(\.reason) == (words.isEmpty ? [] : ["the settings allow one \(words)"]))
    }

    @Test func `the first starts show none, and the reason counts them`() {
        let settings = SplashSettings(startsBeforeFirst: 2)
        let frequency = SplashFrequency(store: store, settings: settings, timeZone: .gmt)
        let decisions = (1...4).map { start in
            frequency.show(
                .comeBack(BackgroundPeriod(start: .zero, end: .seconds(60), cause: .userLeft), at: noon),
                at: noon + Double(start),
                SplashFrequency.Circumstances(start: start)
            )
        }

        #expect(decisions.map(\.isAllowed) == [false, false, true, true])
        let conditions = frequency.conditions(of: .offer(at: noon), SplashFrequency.Circumstances(start: 2))
        #expect(
            SplashRule.reason(of: decisions[1], conditions)
                == "this is start 2 of the program; the first advertisement comes at start 3"
        )
    }

    @Test func `a reset doesn't begin the first starts again`() {
        for start in 0..<2 {
            let date = noon + Double(start)
            frequency().recordLaunch(frequency().launch(at: date), at: date)
        }

        frequency().reset()

        #expect(frequency().starts(at: noon + 2) == 2)
    }

    // MARK: - The cap

    @Test(arguments: [0, 1, 20])
    func `exactly as many are shown in a day as the cap allows, including the first`(cap: Int) {
        let frequency = frequency(cap: cap)

        let shown = (0..<30).count { frequency.comeBack(after: .seconds(11), at: noon + Double($0) * 20).isAllowed }

        #expect(shown == cap)
    }

    @Test func `the interval is checked before the cap, so a return that is too early spends nothing`() {
        let frequency = frequency(cap: 1)
        for second in 0..<20 { _ = frequency.comeBack(after: .seconds(3), at: noon + Double(second)) }

        #expect(frequency.comeBack(after: .seconds(11), at: noon + 60).isAllowed)

        let both = frequency.comeBack(after: .seconds(3), at: noon + 70)
        #expect(both.conditions.map(\.isMet) == [true, true, true, false, false])
        #expect(SplashRule.reason(of: both) == "away for 3.0 s; more than 10.0 s needed")
    }

    @Test func `a refusal by the cap has the day and the number`() {
        let decision = frequency(cap: 0).start(at: noon)

        #expect(SplashRule.reason(of: decision) == "shown 0 of 0 times on 2001-01-01")
    }

    @Test func `a count is spent on the first painted frame and not at the decision`() throws {
        let frequency = frequency(cap: 1)
        let unpainted = try frequency.reserve(for: .launch(leftAt: nil, at: noon), at: noon).get()
        let whileOpen = frequency.start(at: noon + 1).isAllowed

        unpainted.rollBack()

        #expect(whileOpen == false)
        #expect(frequency.start(at: noon + 2).isAllowed)
        #expect(frequency.start(at: noon + 3).isAllowed == false)
    }

    // MARK: - Days

    @Test(arguments: [(-8, 8), (0, 0), (5, 19), (14, 10)])
    func `the day is the local calendar's, from midnight to midnight`(offset: Int, midnight: Int) {
        let start = Date(timeIntervalSinceReferenceDate: 86_400 + Double(midnight) * 3_600)
        let frequency = frequency(cap: 1, CivilTimeZone(secondsFromGMT: offset * 3_600))
        _ = frequency.comeBack(after: .seconds(60), at: start - 3_600)

        #expect(frequency.comeBack(after: .seconds(60), at: start - 1).isAllowed == false)
        #expect(frequency.comeBack(after: .seconds(60), at: start).isAllowed)
        #expect(frequency.comeBack(after: .seconds(60), at: start + 86_399).isAllowed == false)
    }

    @Test func `old days do not pile up`() {
        frequency().recordUse(until: noon - 60)
        _ = frequency().start(at: noon)
        let keys = store.all.keys.sorted()
        let length = store.all.description.count

        for day in 1...400 {
            frequency().recordUse(until: noon + Double(day) * 86_400 - 60)
            _ = frequency().start(at: noon + Double(day) * 86_400)
        }

        #expect(keys == ["left", "scenario/splash-ad"])
        #expect(store.all.keys.sorted() == keys)
        #expect(store.all.description.count < length + 100)
    }

    // MARK: - A clock that is set

    @Test(arguments: [1, 3_600, 400 * 86_400] as [Double])
    func `a clock that is set back blocks no launch`(back: Double) {
        _ = frequency().start(at: noon)
        frequency().recordUse(until: noon + 60)

        let decision = frequency().start(at: noon + 60 - back)

        #expect(decision.isAllowed)
        #expect(
            decision.conditions.map(\.kind) == [
                .fact(.screenStayedUnlocked), .fact(.pagesAreClosed), .fact(.programAllows), .fact(.clockWasSetBack),
                .maxExecutions(per: .day),
            ]
        )
    }

    @Test func `a clock that is set back before each launch brings one advertisement, and blocks none afterwards`() {
        var date = noon
        func launch(_ change: Double) -> Bool {
            date += change
            let occasion = frequency().launch(at: date)
            let isAllowed = frequency().show(occasion, at: date).isAllowed
            frequency().recordLaunch(occasion, at: date)
            date += 1
            frequency().recordUse(until: date)
            return isAllowed
        }

        let setBack = (0..<4).map { _ in launch(-60) }

        #expect(setBack == [true, true, false, false])
        #expect(launch(9) == false)
        #expect(launch(11))
        #expect(launch(-60))
    }

    @Test func `a clock that was a year ahead bars a creative for two days, and not for a year`() {
        let year = 365 * 86_400.0
        let frequency = frequency(cap: 100)
        frequency.count("once", at: noon + year)

        // An occasion each day, which the creative isn't part of.
        let shownToday = (0..<6).map { day in
            _ = frequency.start(at: noon + Double(day) * 86_400)
            return frequency.tallies(at: noon + Double(day) * 86_400 + 60)("once").today
        }

        #expect(shownToday == [1, 1, 0, 0, 0, 0])
        #expect(frequency.tallies(at: noon)("once").total == 1)
    }

    @Test(arguments: [1, 3_600, 400 * 86_400] as [Double])
    func `a clock that is set back gives no count again`(back: Double) {
        let frequency = frequency(cap: 1)
        _ = frequency.start(at: noon)
        frequency.recordUse(until: noon + 60)

        #expect(frequency.start(at: noon + 60 - back).isAllowed == false)
    }

    @Test(arguments: [-400 * 86_400, -5, 0, 5, 400 * 86_400] as [Double])
    func `setting the clock while away neither shortens nor lengthens the time away`(change: Double) {
        _ = frequency().start(at: noon)
        frequency().recordUse(until: noon + 60)

        let early = frequency().comeBack(after: .seconds(9), at: noon + 69 + change)
        let late = frequency().comeBack(after: .seconds(11), at: noon + 71 + change)

        #expect(early.isAllowed == false)
        #expect(late.isAllowed)
    }

    @Test(arguments: [.string("yesterday"), .null, .double(.infinity), .double(-1e300)] as [PlainValue])
    func `any stored value gives a launch a decision`(left: PlainValue) {
        store.update { $0["left"] = left }

        #expect(frequency().start(at: noon).isAllowed)
    }

    private func frequency(cap: Int = 20, _ timeZone: CivilTimeZone = .gmt) -> SplashFrequency {
        SplashFrequency(store: store, settings: SplashSettings(dailyCap: cap), timeZone: timeZone)
    }
}

extension SplashFrequency {
    /// The decision at a launch, with the first frame painted at once.
    fileprivate func start(at date: Date) -> Decision {
        show(launch(at: date), at: date)
    }

    /// The decision on a return.
    fileprivate func comeBack(
        after duration: Duration,
        _ cause: BackgroundPeriod.Cause = .userLeft,
        at date: Date
    ) -> Decision {
        let period = BackgroundPeriod(start: .seconds(5), end: .seconds(5) + duration, cause: cause)
        return show(.comeBack(period, at: date), at: date)
    }

    /// Counts a show of a creative.
    fileprivate func count(_ id: String, at date: Date) {
        let creative = SplashCreative(id: id)
        guard let reservation = try? reserve(for: .byHand(at: date), of: creative, at: date).get() else { return }
        commit(reservation, of: creative, among: [creative], at: date)
    }

    fileprivate func show(
        _ occasion: SplashOccasion,
        at date: Date,
        _ circumstances: Circumstances = Circumstances()
    ) -> Decision {
        switch reserve(for: occasion, at: date, circumstances) {
        case .success(let reservation):
            reservation.commit(at: date)
            return reservation.decision
        case .failure(let decision): return decision
        }
    }
}
