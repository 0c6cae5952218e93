// A plugin that counts what its own ticks cost the program, within the process.

import FoundationEssentials
import HostRuntime

@section(".init_array") @used let load: LoadHook = { Ticks.load() }

/// The number of ticks that are counted.
let ticks = 300

/// The process's numbers, as the system counts them.
struct Counts {
    var main = 0, others = 0, calls = 0, bytes = 0

    static func number(_ name: String, in text: String) -> Int {
        for line in text.split(separator: "\n") where line.hasPrefix(name) {
            return line.split(whereSeparator: { $0 == "\t" || $0 == " " }).last.flatMap { Int($0) } ?? 0
        }
        return 0
    }

    static func text(_ path: String) -> String {
        (FileManager.default.contents(atPath: path)).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }

    init() {
        let process = Int(ProcessInfo.processInfo.processIdentifier)
        // A thread that other work displaces isn't woken by the program.
        for task in (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")) ?? [] {
            let count = Self.number("voluntary_ctxt_switches", in: Self.text("/proc/self/task/\(task)/status"))
            if Int(task) == process { main += count } else { others += count }
        }
        let written = Self.text("/proc/self/io")
        calls = Self.number("syscw", in: written)
        bytes = Self.number("wchar", in: written)
    }
}

@MainActor final class Ticks: HostPlugin {
    nonisolated static let manifest = PluginManifest(id: "ticks", name: "Ticks", version: "1")
    private var timer: HostTimer?
    private var windows: [Window] = []
    private var step = 0
    private var first = Counts()

    func activate(_ context: PluginContext) throws {
        open(context, Rect(x: 0, y: 5, width: 20, height: 6), Label("a box"))
        context.bus.observe(DidFinishLaunching.self) { [weak self] _ in
            // By now the program's own animations have ended.
            self?.timer = context.time.schedule(after: .seconds(8)) {
                self?.count("still", context, moving: 0) {
                    self?.count("moving", context, moving: 1) {
                        self?.openEight(context)
                        self?.count("eight", context, moving: 8) {}
                    }
                }
            }
        }
    }

    private func open(_ context: PluginContext, _ frame: Rect, _ root: View) {
        let window = context.windows.make(title: "box", level: .alert, frame: frame, root: root)
        window.show()
        windows.append(window)
    }

    /// Opens eight windows over a ninth that fills the screen, so that the program's own don't matter.
    private func openEight(_ context: PluginContext) {
        let screen = Rect(origin: .zero, size: context.windows.traits.size)
        open(context, screen, text(screen.size, Color(red: 20, green: 20, blue: 20)))
        for number in 0..<8 {
            let frame = Rect(x: 5 * number, y: 1 + number, width: 40, height: 12)
            open(context, frame, text(frame.size, Color(red: UInt8(25 * number), green: 60, blue: 90)))
        }
    }

    private func text(_ size: Size, _ background: Color) -> View {
        let root = View()
        root.background = Style(foreground: .white, background: background)
        for row in 0..<size.height {
            let place = Rect(x: 1, y: row, width: size.width - 2, height: 1)
            root.addSubview(Label("row \(row) lorem ipsum dolor", frame: place))
        }
        return root
    }

    private func count(
        _ name: String,
        _ context: PluginContext,
        moving: Int,
        then next: @escaping @MainActor () -> Void
    ) {
        step = 0
        timer = context.time.schedule(every: .microseconds(16_667)) { [weak self] in
            guard let self else { return }
            if step == 10 { first = Counts() }
            if step == 10 + ticks {
                let last = Counts()
                timer?.cancel()
                context.log.info(
                    "\(name) main \(last.main - first.main) others \(last.others - first.others) "
                        + "calls \(last.calls - first.calls) bytes \(last.bytes - first.bytes)"
                )
                timer = context.time.schedule(after: .seconds(1), next)
                return
            }
            step += 1
            for (number, window) in windows.suffix(moving).enumerated() {
                // To and fro, each from another place on.
                let phase = (step + 5 * number) % 70
                window.frame.origin.x = phase < 35 ? phase : 70 - phase
            }
        }
    }
}
