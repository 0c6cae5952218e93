import Testing

@testable import HostRuntime

@MainActor
@Suite struct DisplayTests {
    private func frame(_ size: Size, _ text: String) -> Frame {
        var canvas = Canvas(size: size)
        canvas.draw(text, at: .zero, style: Style(foreground: .white, background: .black))
        return Frame(
            size: size,
            layers: [Layer(id: 1, frame: Rect(origin: .zero, size: size), canvas: canvas, version: 1)]
        )
    }

    @Test func `the snapshot shows the presented frame`() {
        let display = Display(DisplayTraits(size: Size(width: 10, height: 2)))

        display.present(frame(display.traits.size, "hello"))

        #expect(display.snapshot().text == "hello\n")
        #expect(display.changedFrames == 1)
    }

    @Test func `a frame is sent in one piece`() {
        var pieces: [Int] = []
        let display = Display(DisplayTraits(size: Size(width: 10, height: 2))) { pieces.append($0.count) }

        let statistics = display.present(frame(display.traits.size, "x"))

        #expect(pieces == [statistics.bytes] && statistics.bytes > 0)
    }

    @Test func `a resized display has the new size and repaints`() {
        let display = Display(DisplayTraits(size: Size(width: 10, height: 2)))
        display.present(frame(display.traits.size, "hello"))

        display.resize(to: Size(width: 3, height: 1))
        let statistics = display.present(frame(display.traits.size, "hello"))

        #expect(display.traits.size == Size(width: 3, height: 1))
        #expect(display.snapshot().text == "hel")
        #expect(statistics.cellsEmitted == 3)
    }

    @Test func `an invalidated display repaints the same frame`() {
        let display = Display(DisplayTraits(size: Size(width: 10, height: 2)))
        let frame = frame(display.traits.size, "hello")
        display.present(frame)

        #expect(display.present(frame).writes == 0)
        display.invalidate()
        #expect(display.present(frame).cellsEmitted == 20)
    }
}
