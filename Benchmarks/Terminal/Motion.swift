import Glibc
import HostRuntime

@section(".init_array") @used let loadMotion: LoadHook = { Motion.load() }

/// A plugin with a timer of 16 ms that changes nothing, or moves `MOTION_WINDOWS` windows.
@MainActor final class Motion: HostPlugin {
    nonisolated static let manifest = PluginManifest(id: "motion", name: "Motion", version: "1.0.0")

    private var windows: [(window: Window, dx: Int, dy: Int)] = []

    func activate(_ context: PluginContext) throws {
        let count = getenv("MOTION_WINDOWS").flatMap { Int(String(cString: $0)) } ?? 0
        let screen = context.windows.traits.size
        let size = Size(width: min(40, screen.width - 4), height: 12)
        for number in 0..<count {
            let origin = Point(
                x: number * 17 % (screen.width - size.width),
                y: number * 5 % (screen.height - size.height)
            )
            let window = context.windows.make(
                title: "window \(number)",
                level: .normal,
                frame: Rect(origin: origin, size: size),
                root: Motion.content(number, size)
            )
            window.show()
            windows.append((window, number % 2 == 0 ? -1 : 1, number % 3 == 0 ? -1 : 1))
        }
        context.time.schedule(every: .milliseconds(16)) { [unowned self] in move(in: screen) }
    }

    private static func content(_ number: Int, _ size: Size) -> View {
        let root = View(frame: Rect(origin: .zero, size: size))
        root.background = Style(
            foreground: Color(red: 240, green: 240, blue: 240),
            background: Color(red: UInt8(30 + 20 * number), green: 60, blue: UInt8(200 - 20 * number))
        )
        for y in 0..<size.height {
            let text = y == 0 ? "window \(number)" : "row \(y) lorem ipsum dolor"
            root.addSubview(
                Label(
                    text,
                    style: root.background ?? Theme.page,
                    frame: Rect(x: 2, y: y, width: size.width - 4, height: 1)
                )
            )
        }
        return root
    }

    private func move(in screen: Size) {
        for index in windows.indices {
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
}
