@testable import HostRuntime

/// The workload for comparing terminal window systems: eight windows over a page full of text.
///
/// The page's rows have 24 backgrounds, each window its own; integers only, so
/// every run sends the same bytes.
struct DriftScene {
    private(set) var frame: Frame
    private var velocities: [Point] = []
    private var step = 0
    private let windowSize = Size(width: 40, height: 12)

    init(size: Size) {
        frame = Frame(size: size)
        let page = DriftScene.page(size)
        frame.layers = [Layer(id: 0, frame: Rect(origin: .zero, size: size), canvas: page, version: 1)]
        for index in 0..<8 {
            let x = 17 * index % (size.width - windowSize.width)
            let y = 5 * index % (size.height - windowSize.height)
            let canvas = DriftScene.window(index, windowSize)
            let place = Rect(origin: Point(x: x, y: y), size: windowSize)
            frame.layers.append(Layer(id: UInt64(index + 1), frame: place, canvas: canvas, version: 1))
            velocities.append(Point(x: index % 2 == 1 ? 1 : -1, y: index % 3 != 0 ? 1 : -1))
        }
    }

    /// Moves every window by one cell, and raises one every 30 steps.
    mutating func drift() {
        for index in 1..<frame.layers.count { move(index) }
        if step % 30 == 0 {
            let id = UInt64(step / 30 % 8 + 1)
            if let index = frame.layers.firstIndex(where: { $0.id == id }) {
                frame.layers.append(frame.layers.remove(at: index))
            }
        }
        step += 1
    }

    /// Moves the window on top by one cell.
    mutating func drag() {
        move(frame.layers.count - 1)
    }

    /// Makes a full-screen window more opaque, in 16 steps, and then less.
    mutating func fade() {
        if frame.layers.last?.id != 100 {
            var canvas = Canvas(size: frame.size)
            for y in 0..<frame.size.height {
                let row = Rect(x: 0, y: y, width: frame.size.width, height: 1)
                canvas.fill(row, style: Style(foreground: .white, background: Color(0x203040)))
            }
            canvas.draw("a splash", at: Point(x: 10, y: 5), style: Style(foreground: .white))
            frame.layers.append(
                Layer(id: 100, frame: Rect(origin: .zero, size: frame.size), canvas: canvas, version: 1)
            )
        }
        let phase = step % 32
        let level = phase < 16 ? phase + 1 : 31 - phase
        frame.layers[frame.layers.count - 1].alpha = UInt8(level * 255 / 16)
        step += 1
    }

    mutating func setAlpha(_ alpha: UInt8, ofWindows indices: some Sequence<Int>) {
        for index in indices { frame.layers[index].alpha = alpha }
    }

    private mutating func move(_ index: Int) {
        let number = Int(frame.layers[index].id) - 1
        let place = frame.layers[index].frame
        if !(0...frame.size.width - place.width ~= place.minX + velocities[number].x) { velocities[number].x *= -1 }
        if !(0...frame.size.height - place.height ~= place.minY + velocities[number].y) { velocities[number].y *= -1 }
        frame.layers[index].frame = place.offset(by: velocities[number])
    }

    private static func page(_ size: Size) -> Canvas {
        var canvas = Canvas(size: size)
        for y in 0..<size.height {
            let shade = UInt8(8 + 10 * (y % 24))
            let style = Style(
                foreground: Color(0xBCBCBC),
                background: Color(red: shade, green: shade, blue: shade)
            )
            let text = (0..<size.width).map { x in Character(Unicode.Scalar(UInt8(33 + (7 * x + 13 * y) % 90))) }
            canvas.draw(String(text), at: Point(x: 0, y: y), style: style)
        }
        return canvas
    }

    private static func window(_ index: Int, _ size: Size) -> Canvas {
        var canvas = Canvas(size: size)
        let style = Style(
            foreground: .white,
            background: Color(red: UInt8(20 + 25 * index), green: UInt8(90 - 8 * index), blue: UInt8(60 + 20 * index))
        )
        canvas.fill(Rect(origin: .zero, size: size), style: style)
        canvas.drawBox(Rect(origin: .zero, size: size), style: style)
        canvas.draw("window \(index) level \(index * 1000)", at: Point(x: 2, y: 1), style: style)
        for row in 2..<size.height - 1 {
            canvas.draw("row \(row) lorem ipsum dolor", at: Point(x: 2, y: row), style: style)
        }
        return canvas
    }
}
