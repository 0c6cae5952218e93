import FoundationEssentials
import HostRuntime
import TestSupport
import Testing

@testable import SplashAdPlugin

/// Consent and times without advertisements, as values.
@Suite(.tags(.advertisements)) struct SplashStatesTests {
    // The first of January 2001, noon in Greenwich.
    private let noon = Date(timeIntervalSinceReferenceDate: 43_200)

    private func reason(_ states: SplashStates, needsConsent: Bool = false) -> String? {
        states.reason(at: noon, in: .gmt, needsConsent: needsConsent)
    }

    @Test func `a consent that is unknown is a reason only where one is needed`() {
        #expect(reason(SplashStates()) == nil)
        #expect(
            reason(SplashStates(), needsConsent: true) == "they need the person's consent, which splash.consent gives"
        )
        #expect(reason(SplashStates(consent: .given), needsConsent: true) == nil)
        #expect(reason(SplashStates(consent: .withdrawn)) == "the consent to advertisements is withdrawn")
    }

    @Test func `a time without advertisements is a reason until it is over`() {
        let texts = ["forever", "2001-01-02", "2001-01-01T12:00:01Z", "2001-01-01", "2001-01-01T12:00:00Z"]
        let reasons = texts.map { reason(SplashStates(adFree: AdFreeTime(until: $0, from: noon))) }

        #expect(
            reasons == [
                "there are no advertisements forever", "there are no advertisements until 2001-01-02",
                "there are no advertisements until 2001-01-01T12:00:01Z", nil, nil,
            ]
        )
    }

    @Test(arguments: [-10, 0, 9]) func `a day without advertisements ends where the person is`(hours: Int) throws {
        let zone = CivilTimeZone(secondsFromGMT: hours * 3600)
        let adFree = try #require(AdFreeTime(until: "2001-01-02", from: noon))
        let midnight = Date(timeIntervalSinceReferenceDate: 86_400 - Double(hours) * 3600)

        #expect([-1, 0].map { adFree.isOver(at: midnight + $0, in: zone) } == [false, true])
    }

    @Test(arguments: ["", "tomorrow", "2001-02-30", "forever ", "2001-01-02T10:00"])
    func `a text that is no moment is no time`(text: String) {
        #expect(AdFreeTime(until: text, from: noon) == nil)
    }

    @Test func `what is stored is read again`() throws {
        let times = [nil, "forever", "2001-01-05"].map { text in text.flatMap { AdFreeTime(until: $0, from: noon) } }
        for consent in SplashStates.Consent.allCases {
            for time in times {
                let states = SplashStates(consent: consent, adFree: time?.advanced(to: noon - 5))
                var values: [String: PlainValue] = ["left": 3]

                states.store(in: &values)

                #expect(SplashStates(values) == states)
                #expect(values["left"] == 3)
                #expect(values.count == 1 + (consent == .unknown ? 0 : 1) + (time == nil ? 0 : 1))
            }
        }
    }

    @Test(
        arguments: [
            ["consent": 5, "ad-free": "forever"], ["consent": "yes", "ad-free": ["until": "soon", "latest": 1]],
            ["ad-free": ["until": "forever"]], ["ad-free": ["until": "forever", "latest": .double(.nan)]],
        ] as [[String: PlainValue]]
    )
    func `a foreign value in the store counts as none`(values: [String: PlainValue]) {
        #expect(SplashStates(values) == SplashStates())
    }

    @Test func `a time that is over is forgotten with the next use`() {
        var values: [String: PlainValue] = [:]
        SplashStates(consent: .given, adFree: AdFreeTime(until: "2001-01-02", from: noon)).store(in: &values)

        SplashStates.advance(&values, to: noon + 86_400, in: .gmt)

        #expect(values == ["consent": "given"])
    }

    @Test func `a time without advertisements survives uses with a clock that is ahead, and is used up only once`() {
        var values: [String: PlainValue] = [:]
        SplashStates(adFree: AdFreeTime(until: "2001-06-01", from: noon)).store(in: &values)
        func isInForce(at date: Date) -> Bool {
            defer { SplashStates.advance(&values, to: date, in: .gmt) }
            return SplashStates(values).reason(at: date, in: .gmt, needsConsent: false) != nil
        }
        let (day, year) = (86_400.0, 365 * 86_400.0)

        let ahead = [year, year + 60, year + day].map { isInForce(at: noon + $0) }
        let corrected = (1...150).map { isInForce(at: noon + Double($0) * day) }
        let over = isInForce(at: noon + 151 * day)
        let setBack = isInForce(at: noon + day)

        #expect(ahead == [false, false, false])
        #expect(!corrected.contains(false))
        #expect(!over)
        #expect(!setBack)
    }

    @Test(arguments: seeds(of: 1...20))
    func `however the clock is set back, a time without advertisements is longer by no more than each use after that`(
        seed: UInt64
    ) throws {
        var random = SeededGenerator(seed: seed)
        let days = Int.random(in: 1...20, using: &random)
        let adFree = try #require(AdFreeTime(until: "2001-01-\(days < 9 ? "0" : "")\(days + 1)", from: noon))
        var states = SplashStates(adFree: adFree)
        // The true time since noon, how far the clock is behind it, and the steps that began with a clock set back.
        var (passed, behind, longest, unknown) = (0.0, 0.0, 0.0, 0.0)
        for _ in 0..<400 {
            let step = Double.random(in: 0...20_000, using: &random)
            passed += step
            if Bool.random(using: &random) {
                behind += Double.random(in: 0...200_000, using: &random)
                unknown += step
            }
            let date = noon + passed - behind
            if states.reason(at: date, in: .gmt, needsConsent: false) != nil { longest = passed }
            var values: [String: PlainValue] = [:]
            states.store(in: &values)
            SplashStates.advance(&values, to: date, in: .gmt)
            states = SplashStates(values)
        }

        #expect(longest < Double(days) * 86_400 - 43_200 + unknown)
        #expect(states.adFree == nil)
    }
}
