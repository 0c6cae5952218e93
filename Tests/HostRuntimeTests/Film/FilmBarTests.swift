import Testing

@testable import HostRuntime

@Suite struct FilmBarTests {
    private func state(width: Int, height: Int = 26) -> FilmState {
        var state = FilmState(
            length: .seconds(100),
            room: Size(width: width, height: height),
            picture: Size(width: 80, height: 24)
        )
        state.add(.init(kind: .step, time: .seconds(10), text: "key l"))
        state.add(.init(kind: .shown, time: .seconds(40), text: "poster.shown  id=a"))
        state.add(.init(kind: .error, time: .seconds(90), text: "host: it failed"))
        state.read(to: .seconds(100))
        state.finish()
        state.seek(to: .seconds(20))
        return state
    }

    private func lines(_ state: FilmState, isASCII: Bool = false) -> [String] {
        let size = Size(width: state.room.width, height: FilmBar(state).height)
        var canvas = Canvas(size: size, on: DisplayTraits(size: size, isASCII: isASCII))
        FilmBar(state).draw(on: &canvas)
        var compositor = Compositor(size: size, depth: .trueColor)
        let layer = Layer(id: 1, frame: Rect(origin: .zero, size: size), canvas: canvas, version: 1)
        _ = compositor.render(Frame(size: size, layers: [layer])) { _ in }
        return (0..<size.height).map { compositor.snapshot().line($0) }
    }

    @Test func `the bar shows the time of the length, the position, the marks and the last step`() {
        #expect(
            lines(state(width: 80)) == [
                " ►  0:20 ━━━━━━┴━━━━━━●────────────◆───────────────────────────────x────── 1:40",
                " key l            -/+ speed · p/n mark · ←→ 5 s · space pause · ? keys · q quit",
            ]
        )
    }

    @Test func `a narrow bar keeps the notice of a cut picture, the help and the end`() {
        let lines = lines(state(width: 40, height: 12))
        #expect(lines[0] == " ►  0:20 ━━┴━━●────◆───────────x── 1:40")
        #expect(lines[1].hasPrefix(" cut →40 ↓14  key l"))
        #expect(lines[1].hasSuffix("? keys · q quit"))
    }

    @Test func `a message takes the room of hints, except of the end`() {
        var state = state(width: 40)
        state.seek(to: .seconds(95))
        _ = state.press(KeyEvent(.character("n")))

        #expect(lines(state)[1].hasPrefix(" cut →40  No later mark."))
        #expect(lines(state)[1].hasSuffix("q quit"))
    }

    @Test func `an error at the end is in sight whole, above the track`() {
        var state = state(width: 40, height: 12)
        let text = "line 10 (run nothing.here): no command is called 'nothing.here', and none is like it"
        state.add(.init(kind: .error, time: .seconds(100), text: text))
        state.seek(to: .seconds(100))

        let lines = lines(state)

        #expect(FilmBar(state).height == 5)
        #expect(
            lines.prefix(3) == [
                " line 10 (run nothing.here): no command", " is called 'nothing.here', and none is",
                " like it",
            ]
        )
        #expect(lines[4].hasPrefix(" cut →40 ↓14 ") && lines[4].hasSuffix("? keys · q quit"))
    }

    @Test func `where there's no room, parts of the bar are left out whole`() {
        #expect(lines(state(width: 10, height: 3)) == ["━┴●─◆───x─", "   q quit"])
        #expect(lines(state(width: 5, height: 3))[1] == " key…")
    }

    @Test func `the bar is readable in ASCII alone`() {
        for line in lines(state(width: 80), isASCII: true) { #expect(line.utf8.allSatisfy { $0 < 0x80 }, "\(line)") }
    }

    @Test(arguments: 1...120) func `no width makes the words overlap or the track vanish`(width: Int) {
        for height in [1, 2, 12] {
            let state = state(width: width, height: height)
            let bar = FilmBar(state)
            let columns = bar.hints.places.map(\.columns)

            #expect(!bar.track.isEmpty && bar.track.upperBound <= width)
            #expect(zip(columns, columns.dropFirst()).allSatisfy { $0.upperBound <= $1.lowerBound })
            #expect(lines(state).count == min(2, height))
        }
    }

    @Test func `columns and times of the track fit together`() {
        let bar = FilmBar(state(width: 80))
        for column in bar.track { #expect(bar.column(of: bar.time(at: column)) == column) }
    }

    @Test(arguments: [(0.9, "0:00"), (7, "0:07"), (754, "12:34"), (3723, "1:02:03")])
    func `times are shown as on a clock`(seconds: Double, text: String) {
        #expect(Duration.seconds(seconds).clock == text)
    }
}
