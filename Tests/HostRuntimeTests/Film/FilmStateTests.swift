import TestSupport
import Testing

@testable import HostRuntime

@Suite(.tags(.program)) struct FilmStateTests {
    /// A film of a minute that is all there.
    private func film(
        marks: [(FilmState.Mark.Kind, Double)] = [],
        room: Size = Size(width: 80, height: 26),
        picture: Size = Size(width: 80, height: 24)
    ) -> FilmState {
        var state = FilmState(length: .seconds(60), room: room, picture: picture)
        for (kind, time) in marks { state.add(.init(kind: kind, time: .seconds(time), text: "\(kind) \(time)")) }
        state.read(to: .seconds(60))
        state.finish()
        return state
    }

    private func press(_ names: String..., in state: inout FilmState) -> [FilmState.Request] {
        names.compactMap { KeyEvent(name: $0) }.compactMap { state.press($0) }
    }

    private func tap(_ x: Int, _ y: Int, in state: inout FilmState) -> FilmState.Request? {
        let request = state.handle(.touch(Touch(.began, at: Point(x: x, y: y))))
        _ = state.handle(.touch(Touch(.ended, at: Point(x: x, y: y))))
        return request
    }

    // MARK: - Playing

    @Test func `a film plays at the pace of its clock, times the speed`() {
        var state = film()
        state.play(for: .seconds(2), next: .seconds(3))
        #expect(state.position == .seconds(2))

        _ = press("+", "+", in: &state)
        state.play(for: .seconds(1), next: .seconds(6))
        #expect(state.position == .seconds(6))
        #expect(state.speedText == "4×")

        _ = press("-", in: &state)
        #expect(state.speed == 2)
        _ = press("=", in: &state)
        #expect(state.speed == 1)
    }

    @Test func `it waits where the pictures aren't there yet, and goes on when they are`() {
        var state = FilmState(length: .seconds(60), room: Size(width: 80, height: 24), picture: .zero)
        state.play(for: .seconds(1), next: nil)
        #expect(state.position == .zero && state.delay(next: nil) == nil)

        state.read(to: .seconds(1))
        state.play(for: .seconds(9), next: nil)
        #expect(state.position == .seconds(1) && state.isWaiting)

        state.read(to: .seconds(20))
        state.play(for: .seconds(1), next: nil)
        #expect(state.position == .seconds(2))
    }

    @Test func `it stays at the end, and space plays it again from the start`() {
        var state = film()
        _ = press("end", in: &state)
        state.play(for: .seconds(9), next: nil)
        #expect(state.isAtEnd && state.position == .seconds(60))
        #expect(state.delay(next: nil) == nil)

        _ = press("space", in: &state)
        #expect(state.position == .zero && state.isMoving)
    }

    @Test func `a film that is paused moves only by keys, and asks for no time`() {
        var state = film()
        _ = press("space", in: &state)
        state.play(for: .seconds(9), next: .seconds(1))
        #expect(state.position == .zero && state.delay(next: .seconds(1)) == nil)

        _ = press("right", in: &state)
        #expect(state.position == .seconds(5) && state.isPaused)
        _ = press("space", in: &state)
        #expect(state.isMoving)
    }

    @Test func `a time in which nothing happens is cut to five seconds, and the bar says how much`() {
        var state = film()
        state.play(for: .seconds(4), next: .seconds(50))
        #expect(state.position == .seconds(4) && state.message == nil)
        state.play(for: .seconds(1), next: .seconds(50))

        #expect(state.position == .seconds(50))
        #expect(state.message == "Skipped 0:45 in which nothing happens.")
        state.play(for: .seconds(4), next: nil)
        #expect(state.position == .seconds(54))
    }

    @Test func `it asks for the time until the next picture or the next second, whichever comes first`() {
        var state = film()
        #expect(state.delay(next: .milliseconds(250)) == .milliseconds(250))
        #expect(state.delay(next: .seconds(3)) == .seconds(1))
        #expect(state.delay(next: .milliseconds(1)) == .milliseconds(16))

        _ = press("+", in: &state)
        #expect(state.delay(next: .milliseconds(250)) == .milliseconds(125))
    }

    @Test func `a film that ends early is as long as it is, with a mark that says why`() {
        var state = FilmState(length: .seconds(60), room: Size(width: 80, height: 24), picture: .zero)
        _ = press("end", in: &state)
        state.read(to: .seconds(7))
        state.finish(problem: "line 3 (expect x): no")

        #expect(state.length == .seconds(7) && state.position == .seconds(7) && state.isAtEnd)
        #expect(state.marks.map(\.kind) == [.error])
        #expect(state.words == "line 3 (expect x): no")
    }

    // MARK: - Seeking

    @Test func `the arrow keys move by five seconds, home and end to the ends, and never out of the film`() {
        var state = film()
        for (key, position) in [("right", 5), ("right", 10), ("left", 5), ("left", 0), ("left", 0), ("end", 60)] {
            _ = press(key, in: &state)
            #expect(state.position == .seconds(position))
        }
        _ = press("right", "home", in: &state)
        #expect(state.position == .zero)
    }

    @Test func `n and p go to the next and the previous mark and say which; beyond the last one they stay and say so`()
    {
        var state = film(marks: [(.step, 2), (.lock, 10), (.shown, 20)])
        _ = press("space", "n", "n", in: &state)
        #expect(state.position == .seconds(10) && state.message == "lock 10.0")
        _ = press("n", "n", in: &state)
        #expect(state.position == .seconds(20) && state.message == "No later mark.")
        _ = press("p", "p", "p", in: &state)
        #expect(state.position == .seconds(2) && state.message == "No earlier mark.")
        _ = press("left", in: &state)
        #expect(state.message == nil)
    }

    @Test func `N and P leave out the steps`() {
        var state = film(marks: [(.step, 2), (.step, 4), (.error, 10), (.step, 20)])
        _ = press("N", in: &state)
        #expect(state.position == .seconds(10))
        _ = press("N", in: &state)
        #expect(state.position == .seconds(10) && state.message == "No later mark.")
    }

    @Test func `of steps in quick succession the first is a mark, and the last is named`() {
        let state = film(marks: [(.step, 2), (.step, 2.2), (.step, 2.9), (.step, 4)])

        #expect(state.marks.map(\.isOnBar) == [true, false, false, true])
        var later = state
        later.seek(to: .seconds(3))
        #expect(later.words == "step 2.9")
    }

    @Test func `while it plays, p goes to the mark before the one that has just been passed`() {
        var state = film(marks: [(.step, 10), (.step, 20)])
        state.seek(to: .seconds(20.5))
        _ = press("p", in: &state)
        #expect(state.position == .seconds(10))
    }

    @Test func `where the film is still read, a missing mark may come`() {
        var state = FilmState(length: .seconds(60), room: Size(width: 80, height: 24), picture: .zero)
        _ = press("n", in: &state)
        #expect(state.message == "No later mark yet: the film is still being read.")
    }

    // MARK: - Ends

    @Test(arguments: ["q", "escape", "ctrl-c"]) func `q, escape and control-C end it`(key: String) {
        var state = film()
        #expect(press(key, in: &state) == [.end])
    }

    @Test func `control-Z stops it, and escape closes the help first`() {
        var state = film()
        #expect(press("ctrl-z", in: &state) == [.stop])
        #expect(press("?", "escape", in: &state) == [] && !state.showsHelp)
        #expect(press("?", in: &state) == [] && state.showsHelp)
        #expect(press("right", in: &state) == [] && !state.showsHelp)
    }

    // MARK: - The picture

    @Test(arguments: [(80, 26, ""), (80, 24, "cut ↓2"), (40, 12, "cut →40 ↓14"), (200, 60, "")])
    func `a picture that is cut says on which sides and by how much`(width: Int, height: Int, cut: String) {
        #expect(film(room: Size(width: width, height: height)).cut == cut)
    }

    @Test func `a cut picture moves by keys, the wheel and a drag, and not beyond its edges`() {
        var state = film(room: Size(width: 40, height: 12))
        _ = press("down", "l", in: &state)
        #expect(state.offset == Point(x: 4, y: 1) && state.cut == "cut ←4 →36 ↑1 ↓13")
        _ = state.handle(.wheel(2, at: .zero))
        #expect(state.offset.y == 7)
        _ = state.handle(.touch(Touch(.began, at: Point(x: 30, y: 5))))
        _ = state.handle(.touch(Touch(.moved, at: Point(x: 0, y: 0))))
        #expect(state.offset == Point(x: 34, y: 12))
        _ = press("page-down", "page-down", "l", "l", "l", in: &state)
        #expect(state.offset == Point(x: 40, y: 14) && state.cut == "cut ←40 ↑14")
        _ = press("page-up", "page-up", "page-up", in: &state)
        #expect(state.offset.y == 0)
    }

    @Test func `a picture that becomes smaller is never scrolled out of sight`() {
        var state = film(room: Size(width: 40, height: 12))
        _ = press("page-down", "page-down", in: &state)
        state.picture = Size(width: 20, height: 5)

        #expect(state.cut == "" && state.origin == Point(x: 10, y: 2))
    }

    @Test func `b gives the picture the rows of the bar, and a touch brings the bar back`() {
        var state = film(room: Size(width: 80, height: 24))
        _ = press("b", in: &state)
        #expect(state.cut == "" && state.barHeight == 0)
        _ = tap(3, 23, in: &state)
        #expect(state.showsBar)
    }

    @Test(arguments: [(1, 1), (2, 2), (7, 3), (4096, 4096)])
    func `any terminal has room for some of it`(width: Int, height: Int) {
        var state = film(room: Size(width: width, height: height))
        for key in ["n", "?", "l", "down", "b", "b", "right", "space"] {
            _ = press(key, in: &state)
            _ = tap(0, 0, in: &state)
            _ = tap(width - 1, height - 1, in: &state)
        }

        #expect(state.area.height + state.barHeight == height)
    }

    // MARK: - The bar by mouse

    @Test func `a tap on the track seeks, and a drag goes along with the pointer`() {
        var state = film()
        let track = FilmBar(state).track
        _ = tap(track.lowerBound, 24, in: &state)
        #expect(state.position == .zero)
        _ = tap(track.upperBound - 1, 24, in: &state)
        #expect(state.position == .seconds(60))

        _ = state.handle(.touch(Touch(.began, at: Point(x: track.lowerBound, y: 24))))
        _ = state.handle(.touch(Touch(.moved, at: Point(x: 0, y: 3))))
        #expect(state.position == .zero)
        _ = state.handle(.touch(Touch(.moved, at: Point(x: 500, y: 0))))
        #expect(state.position == .seconds(60))
    }

    @Test func `each hint can be tapped and does what its key does`() throws {
        var state = film()
        func tapHint(_ name: String) throws -> FilmState.Request? {
            let key = try #require(KeyEvent(name: name))
            let hints = FilmBar(state).hints
            let column = try #require((0..<80).first { hints.place(at: $0)?.key(at: $0) == key })
            return tap(column, 25, in: &state)
        }

        #expect(try tapHint("space") == nil && state.isPaused)
        #expect(try tapHint("right") == nil && state.position == .seconds(5))
        #expect(try tapHint("+") == nil && state.speed == 2)
        #expect(try tapHint("?") == nil && state.showsHelp)
        #expect(try tapHint("q") == .end)
    }

    @Test func `a tap that misses a hint by a cell is meant for it`() throws {
        var state = film()
        let last = try #require(FilmBar(state).hints.places.last)

        #expect(tap(last.x - 1, 25, in: &state) == .end)
        #expect(tap(last.x + last.hint.width, 25, in: &state) == .end)
        #expect(tap(last.x - 2, 25, in: &state) == nil)
    }
}
