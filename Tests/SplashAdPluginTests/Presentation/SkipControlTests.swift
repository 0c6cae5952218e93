import HostRuntime
import Testing

@testable import SplashAdPlugin

@MainActor @Suite struct SkipControlTests {
    private func control(
        _ style: SplashSettings.SkipStyle,
        _ way: SplashCountdown.Way = .open,
        ring: Int = 12,
        isASCII: Bool = false
    ) -> SkipControl {
        let traits = DisplayTraits(size: .zero, isASCII: isASCII)
        let control = SkipControl(SplashSettings(skip: style), ringSteps: 20, traits: traits)
        control.countdown = SplashCountdown(count: 3, ring: ring, way: way)
        return control
    }

    private func drawn(_ control: SkipControl, isASCII: Bool = false) -> FrameSnapshot {
        let size = control.place(in: Size(width: 80, height: 24)).size
        return control.snapshot(size: size, traits: DisplayTraits(size: size, isASCII: isASCII))
    }

    @Test(
        arguments: [
            (.none, .open, ""), (.time, .open, "3"), (.text, .open, "Skip"), (.textAndTime, .open, "Skip 3"),
            (.ring, .open, "3"), (.time, .opensIn(2), "3"), (.text, .opensIn(2), "Skip in 2"),
            (.textAndTime, .opensIn(2), "Skip in 2"), (.ring, .opensIn(2), "3"), (.text, .closed, "Ends in 3"),
            (.textAndTime, .closed, "Ends in 3"), (.time, .closed, "3"),
        ] as [(SplashSettings.SkipStyle, SplashCountdown.Way, String)]
    )
    func `its text follows its style`(style: SplashSettings.SkipStyle, way: SplashCountdown.Way, title: String) {
        #expect(control(style, way).title == title)
    }

    @Test(arguments: [SplashSettings.SkipStyle.time, .text, .textAndTime])
    func `it looks like a button only when it is one`(style: SplashSettings.SkipStyle) {
        let open = drawn(control(style))
        let closed = drawn(control(style, .opensIn(2)))

        #expect(open.line(0).hasPrefix("╭"))
        #expect(!closed.line(0).contains("╭"))
    }

    @Test(arguments: SplashSettings.SkipStyle.allCases, [(1, 1), (9, 4), (29, 9), (30, 10), (80, 24), (300, 80)])
    func `it is on the screen, whatever its size`(style: SplashSettings.SkipStyle, size: (Int, Int)) {
        let size = Size(width: size.0, height: size.1)

        let place = SkipControl.place(style, in: size)

        #expect(place.isEmpty || Rect(origin: .zero, size: size).intersection(place) == place)
        #expect(place.isEmpty == (style == .none))
    }

    // MARK: - The ring

    /// The brightness of the ring's four quarters, clockwise from twelve.
    private func quarters(_ frame: FrameSnapshot) -> [Int] {
        let places = [(9, 1), (9, 3), (1, 3), (1, 1)].map { Point(x: $0.0, y: $0.1) }
        return places.map { place in
            guard let style = frame.cell(at: place)?.style else { return 0 }
            return max(style.foreground.brightness, style.background?.brightness ?? 0)
        }
    }

    @Test(arguments: [
        (20, [true, true, true, true]), (15, [false, true, true, true]), (10, [false, false, true, true]),
        (5, [false, false, false, true]), (0, [false, false, false, false]),
    ])
    func `the ring empties clockwise from twelve`(left: Int, bright: [Bool]) {
        let frame = drawn(control(.ring, ring: left))

        #expect(quarters(frame).map { $0 > 150 } == bright)
        #expect(frame.line(2).contains("3"))
    }

    @Test func `the ring is quiet until it opens`() {
        let open = quarters(drawn(control(.ring, ring: 20)))
        let closed = quarters(drawn(control(.ring, .opensIn(2), ring: 20)))

        #expect(zip(open, closed).allSatisfy { $0 > $1 })
    }

    @Test(arguments: [(20, 12), (10, 6), (1, 1), (0, 0)])
    func `with ASCII only it is a ring of beads, which become dots`(left: Int, beads: Int) {
        let frame = drawn(control(.ring, ring: left, isASCII: true), isASCII: true)

        #expect(frame.text.utf8.allSatisfy { $0 < 0x80 })
        #expect(frame.text.filter { $0 == "o" }.count == beads)
        #expect(frame.text.filter { $0 == "." }.count == 12 - beads)
    }

    @Test(arguments: [(20, "●"), (12, "◕"), (10, "◑"), (1, "◔"), (0, "○")])
    func `without room for a ring it is one character`(left: Int, pie: String) {
        let size = Size(width: 40, height: 12)
        let control = control(.ring, ring: left)

        let frame = control.snapshot(size: control.place(in: size).size, traits: DisplayTraits(size: size))

        #expect(frame.contains("\(pie) 3"))
    }
}
