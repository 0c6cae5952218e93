import TestSupport
import Testing

@testable import HostRuntime

@Suite(.tags(.program)) struct FilmTests {
    private let size = Size(width: 6, height: 2)

    private func snapshot(_ lines: [String], size: Size? = nil) -> FrameSnapshot {
        let size = size ?? self.size
        var canvas = Canvas(size: size)
        canvas.fill(Rect(origin: .zero, size: size), style: Theme.page)
        for (y, line) in lines.enumerated() { canvas.draw(line, at: Point(x: 0, y: y), style: Theme.page) }
        var compositor = Compositor(size: size, depth: .trueColor)
        let layer = Layer(id: 1, frame: Rect(origin: .zero, size: size), canvas: canvas, version: 1)
        _ = compositor.render(Frame(size: size, layers: [layer])) { _ in }
        return compositor.snapshot()
    }

    private func shown(_ picture: Film.Picture) -> FrameSnapshot {
        var canvas = Canvas(size: picture.size, on: DisplayTraits(size: picture.size, colorDepth: picture.depth))
        picture.draw(on: &canvas, at: .zero)
        let layer = Layer(id: 1, frame: Rect(origin: .zero, size: picture.size), canvas: canvas, version: 1)
        var compositor = Compositor(size: picture.size, depth: picture.depth)
        _ = compositor.render(Frame(size: picture.size, layers: [layer])) { _ in }
        return compositor.snapshot()
    }

    private func text(_ film: Film, at time: Duration) -> String? {
        film.index(at: time).map { shown(film.pictures[$0]).text }
    }

    @Test func `the picture at a time is the last one up to then, and the first one before there is any`() {
        var film = Film()
        #expect(film.index(at: .zero) == nil)

        film.append(snapshot(["a"]), changed: 0..<2, at: .seconds(1))
        film.append(snapshot(["b"]), changed: 0..<2, at: .seconds(3))

        #expect(text(film, at: .zero)?.first == "a")
        #expect(text(film, at: .milliseconds(2999))?.first == "a")
        #expect(text(film, at: .seconds(3))?.first == "b")
        #expect(text(film, at: .seconds(3600))?.first == "b")
        #expect(film.nextTime(after: .seconds(1)) == .seconds(3))
        #expect(film.nextTime(after: .seconds(3)) == nil)
    }

    @Test func `of two pictures of one time, the later one stays`() {
        var film = Film()
        film.append(snapshot(["a"]), changed: 0..<2, at: .zero)
        film.append(snapshot(["b"]), changed: 0..<2, at: .zero)

        #expect(film.pictures.count == 1)
        #expect(text(film, at: .zero)?.first == "b")
    }

    @Test func `a picture has the size that the display had`() {
        var film = Film()
        film.append(snapshot(["a"]), changed: 0..<2, at: .zero)
        film.append(snapshot(["b", "c", "d"], size: Size(width: 3, height: 3)), changed: 0..<2, at: .seconds(1))

        #expect(film.pictures.map(\.size) == [size, Size(width: 3, height: 3)])
        #expect(film.pictures[1].rows.count == 3)
    }

    @Test func `a film beyond its limit keeps its first and its newest picture, and then has fewer a second`() {
        var film = Film(limit: 4000)
        for number in 0..<400 { film.append(snapshot(["\(number)"]), changed: 0..<2, at: .milliseconds(10 * number)) }

        #expect(film.pictures.count < 40)
        #expect(text(film, at: .zero)?.first == "0")
        #expect(text(film, at: .seconds(4))?.hasPrefix("399") == true)
        #expect(film.pictures.map(\.time) == film.pictures.map(\.time).sorted())
    }

    @Test(arguments: ColorDepth.allCases)
    func `a picture that is drawn looks as it was shown, in any number of colors`(depth: ColorDepth) {
        let size = Size(width: 40, height: 15)
        var scene = RandomScene(size: size, windows: 6, seed: 7)
        var film = Film()
        var recorded = Compositor(size: size, depth: depth)

        for number in 0..<200 {
            scene.step()
            _ = recorded.render(scene.frame) { _ in }
            film.append(recorded.snapshot(), changed: recorded.damagedRows, at: .milliseconds(16 * number))
            let seen = film.pictures.last.map { shown($0).seenCells } ?? []
            #expect(firstDifference(recorded.snapshot().seenCells, seen, width: size.width) == nil)
        }
    }
}
