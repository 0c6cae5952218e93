import Glibc
import HostRuntime

@section(".init_array") @used let loadMotion: LoadHook = { Motion.load() }

/// A plugin with a timer of 16 ms that changes nothing, or the eight windows of the scene that the peers show too.
///
/// `MOTION` names what moves: `drift` is all windows, `drag` the one on top, and
/// `fade` a shade over the whole screen.
@MainActor final class Motion: HostPlugin {
    nonisolated static let manifest = PluginManifest(id: "motion", name: "Motion", version: "1.0.0")

    private let motion = getenv("MOTION").map { String(cString: $0) }
    private var page: Window?
    private var shade: Window?
    private var windows: [(window: Window, dx: Int, dy: Int)] = []
    private var step = 0

    func activate(_ context: PluginContext) throws {
        let screen = context.windows.traits.size
        if motion != nil { open(in: context, screen) }
        context.time.schedule(every: .milliseconds(16)) { [unowned self] in move(in: screen) }
    }

    private func open(in context: PluginContext, _ screen: Size) {
        page = context.windows.make(title: "page", level: .normal, root: Page())
        page?.show()
        let size = Size(width: 40, height: 12)
        for number in 0..<8 {
            let origin = Point(
                x: number * 17 % (screen.width - size.width),
                y: number * 5 % (screen.height - size.height)
            )
            let window = context.windows.make(
                title: "window \(number)",
                level: .normal,
                frame: Rect(origin: origin, size: size),
                root: Content(number)
            )
            window.show()
            windows.append((window, number % 2 == 1 ? 1 : -1, number % 3 != 0 ? 1 : -1))
        }
        guard motion == "fade" else { return }
        let root = View()
        root.background = Style(foreground: .white, background: Color(0x203040))
        shade = context.windows.make(title: "shade", level: .alert, root: root)
        shade?.alpha = 0
        shade?.show()
    }

    private func move(in screen: Size) {
        switch motion {
        case "drift":
            for index in windows.indices { move(index, in: screen) }
            // One window comes to the front every half a second.
            if step % 30 == 0 {
                windows[step / 30 % 8].window.hide()
                windows[step / 30 % 8].window.show()
            }
        case "drag": move(7, in: screen)
        case "fade":
            let phase = step % 32
            shade?.alpha = Double(phase < 16 ? phase + 1 : 31 - phase) / 16
        default: break
        }
        step += 1
    }

    private func move(_ index: Int, in screen: Size) {
        var (window, dx, dy) = windows[index]
        var frame = window.frame
        if !(0...screen.width - frame.size.width).contains(frame.origin.x + dx) { dx = -dx }
        if !(0...screen.height - frame.size.height).contains(frame.origin.y + dy) { dy = -dy }
        frame.origin.x += dx
        frame.origin.y += dy
        window.frame = frame
        windows[index] = (window, dx, dy)
    }
}

/// A page full of text on rows of 24 grays.
private final class Page: View {
    override func draw(in canvas: inout Canvas) {
        for y in 0..<canvas.size.height {
            let shade = UInt8(8 + 10 * (y % 24))
            let style = Style(
                foreground: Color(red: 188, green: 188, blue: 188),
                background: Color(red: shade, green: shade, blue: shade)
            )
            let text = (0..<canvas.size.width).map { x in Character(Unicode.Scalar(UInt8(33 + (7 * x + 13 * y) % 90))) }
            canvas.draw(String(text), at: Point(x: 0, y: y), style: style)
        }
    }
}

/// The content of a window: a box with ten lines.
private final class Content: View {
    private let number: Int

    init(_ number: Int) {
        self.number = number
        super.init()
    }

    override func draw(in canvas: inout Canvas) {
        let style = Style(
            foreground: .white,
            background: Color(
                red: UInt8(20 + 25 * number),
                green: UInt8(90 - 8 * number),
                blue: UInt8(60 + 20 * number)
            )
        )
        let bounds = Rect(origin: .zero, size: canvas.size)
        canvas.fill(bounds, style: style)
        canvas.drawBox(bounds, style: style)
        canvas.draw("window \(number) level \(number * 1000)", at: Point(x: 2, y: 1), style: style)
        for row in 2..<canvas.size.height - 1 {
            canvas.draw("row \(row) lorem ipsum dolor", at: Point(x: 2, y: row), style: style)
        }
    }
}
