import TestSupport

@testable import HostRuntime

/// Windows that change at random in every way that windows can.
struct RandomScene {
    private(set) var frame: Frame
    private var random: SeededGenerator
    private var hidden: [Layer] = []
    private var nextVersion: UInt64 = 1

    private let alphas: [UInt8] = [255, 255, 255, 0, 1, 64, 127, 128, 200, 254]
    private let isAnywhere: Bool

    /// Creates a scene with a number of windows; only a `varied` one has holes, wide glyphs and alpha.
    init(size: Size, windows: Int, seed: UInt64, varied: Bool = true) {
        random = SeededGenerator(seed: seed)
        isAnywhere = varied
        frame = Frame(size: size)
        for id in 0..<windows {
            let canvas = varied ? drawnCanvas() : plainCanvas()
            frame.layers.append(Layer(id: UInt64(id), frame: place(canvas), canvas: canvas, version: version()))
        }
    }

    /// Makes one change, or a few at once.
    mutating func step() {
        for _ in 0..<random.number(1...3) { changeOnce() }
    }

    mutating func resize() {
        frame.size = Size(width: random.number(1...50), height: random.number(1...20))
    }

    private mutating func changeOnce() {
        guard !frame.layers.isEmpty else { return show() }
        let index = random.number(0...frame.layers.count - 1)
        switch random.number(0...9) {
        case 0...3:
            frame.layers[index].frame.origin =
                frame.layers[index].frame.origin
                + Point(x: random.number(-2...2), y: random.number(-1...1))
        case 4: frame.layers.append(frame.layers.remove(at: index))
        case 5: frame.layers.insert(frame.layers.remove(at: index), at: 0)
        case 6: if isAnywhere { frame.layers[index].alpha = random.pick(alphas) }
        case 7: hidden.append(frame.layers.remove(at: index))
        case 8:
            frame.layers[index].canvas = isAnywhere ? drawnCanvas() : plainCanvas()
            frame.layers[index].frame = place(frame.layers[index].canvas)
            frame.layers[index].version = version()
        default:
            show()
            frame.cursor = random.oneIn(2) ? nil : Point(x: random.number(-1...50), y: random.number(-1...20))
        }
    }

    private mutating func show() {
        guard let layer = hidden.popLast() else { return }
        frame.layers.insert(layer, at: random.number(0...frame.layers.count))
    }

    private mutating func version() -> UInt64 {
        nextVersion += 1
        return nextVersion
    }

    private mutating func place(_ canvas: Canvas) -> Rect {
        let x = random.number(-8...max(0, frame.size.width))
        let y = random.number(-4...max(0, frame.size.height))
        // Sometimes the frame differs from the canvas's size, as while a window is resized.
        let size =
            random.oneIn(6) && isAnywhere
            ? Size(width: random.number(0...20), height: random.number(0...8)) : canvas.size
        return Rect(origin: Point(x: x, y: y), size: size)
    }

    private mutating func plainCanvas() -> Canvas {
        let size = Size(width: random.number(2...24), height: random.number(2...9))
        var canvas = Canvas(size: size)
        let style = Style(foreground: random.color(), background: random.color())
        canvas.fill(Rect(origin: .zero, size: size), style: style)
        canvas.drawBox(Rect(origin: .zero, size: size), style: style)
        canvas.draw("some text", at: Point(x: 2, y: 1), style: style, maxWidth: max(0, size.width - 4))
        return canvas
    }

    private mutating func drawnCanvas() -> Canvas {
        let size = Size(width: random.number(1...24), height: random.number(1...9))
        var canvas = Canvas(size: size)
        if !random.oneIn(3) {
            canvas.fill(Rect(origin: .zero, size: size), style: style(), character: random.pick([" ", "x", "中", "·"]))
        }
        for _ in 0..<random.number(0...8) {
            let point = Point(x: random.number(-3...size.width), y: random.number(-1...size.height))
            switch random.number(0...5) {
            case 0:
                canvas.clear(Rect(x: point.x, y: point.y, width: random.number(0...6), height: random.number(0...3)))
            case 1:
                let rect = Rect(x: point.x, y: point.y, width: random.number(0...9), height: random.number(0...5))
                canvas.drawBox(rect, style: style())
            case 2:
                let rect = Rect(x: point.x, y: point.y, width: random.number(0...9), height: random.number(0...5))
                let (text, inner) = (text(), style())
                canvas.withClip(rect) { $0.draw(text, at: Point(x: -1, y: 0), style: inner) }
            default:
                canvas.draw(text(), at: point, style: style(), maxWidth: random.oneIn(3) ? random.number(0...5) : nil)
            }
        }
        return canvas
    }

    private mutating func style() -> Style {
        let attributes = TextAttributes(rawValue: random.oneIn(3) ? UInt8(random.number(0...63)) : 0)
        // Few colors, so that neighbors often have the same.
        let colors: [UInt32] = [0x000000, 0xFFFFFF, 0x336699, 0x336698, 0xC04020]
        return Style(
            foreground: Color(random.pick(colors)),
            background: random.oneIn(3) ? nil : Color(random.pick(colors)),
            attributes: attributes
        )
    }

    private mutating func text() -> String {
        let pieces = [
            "a", "b c", "  ", "中", "文字", "é", "e\u{301}", "👍", "👍🏽", "👨‍👩‍👧‍👦", "🇨🇳", "❤️", "☎", "─", "ｱ", "\u{1B}[2J", "\t",
            "น้ำ", "ﾊﾞ", "हिन्दी",
        ]
        return (0..<random.number(1...6)).map { _ in random.pick(pieces) }.joined()
    }
}
