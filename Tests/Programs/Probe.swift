// Does what Scripts/check-instructions counts: instructions under Callgrind, or the allocations of posts.

import FoundationEssentials
import HostRuntime

// From counting.c.
@_silgen_name("toggle_counting") func toggleCounting()
@_silgen_name("report_count") func reportCount(_ name: UnsafePointer<CChar>)
@_silgen_name("allocations_of_thread") func allocationsOfThread() -> Int

struct Ping: BusMessage {
    let number: Int
}

final class Sum: Sendable {
    nonisolated(unsafe) var value = 0
}

/// Counts the instructions of a number of repetitions, after others that fill caches.
@MainActor func count(_ name: String, _ repetitions: Int, _ body: (Int) -> Void) {
    for number in 0..<repetitions { body(number) }
    toggleCounting()
    for number in 0..<repetitions { body(number) }
    toggleCounting()
    reportCount("\(name): \(repetitions)")
}

@MainActor func countPosts(_ title: String, observers: Int) {
    let bus = NotificationBus()
    let sum = Sum()
    let subscriptions = (0..<observers).map { _ in bus.observe(Ping.self) { sum.value &+= $0.number } }
    count(title, 1000) { bus.post(Ping(number: $0)) }
    withExtendedLifetime(subscriptions) {}
}

/// Prints what 1,000 posts allocate, where the observers may allocate themselves.
@MainActor func countAllocations(_ name: String, observers: Int, allocates: Bool = false) {
    let bus = NotificationBus()
    let sum = Sum()
    var boxes: [Sum] = []
    let subscriptions = (0..<observers).map { _ in
        bus.observe(Ping.self) { message in
            sum.value &+= message.number
            if allocates { boxes = [Sum()] }
        }
    }
    bus.post(Ping(number: 1))
    let before = allocationsOfThread()
    for number in 0..<1000 { bus.post(Ping(number: number)) }
    let made = allocationsOfThread() - before
    withExtendedLifetime((subscriptions, boxes)) {}
    print("\(name) \(made)")
}

@MainActor final class Screen {
    let time = ManualTime()
    let host: AppHost
    let driver: HostDriver
    var windows: [Window] = []

    init() {
        let display = Display(DisplayTraits(size: Size(width: 200, height: 60)))
        host = AppHost(HostSetup(name: "probe", version: "1", display: display, time: time, plugins: []))
        driver = HostDriver(host, time: time, display: display)
    }

    func open(_ count: Int) {
        for number in 0..<count {
            let origin = Point(x: 17 * number % 160, y: 5 * number % 48)
            let root = View()
            let color = Color(red: UInt8(20 + 25 * (number % 8)), green: 60, blue: 90)
            root.background = Style(foreground: .white, background: color)
            for row in 0..<12 {
                root.addSubview(
                    Label("row \(row) lorem ipsum dolor", frame: Rect(x: 2, y: row, width: 30, height: 1))
                )
            }
            let window = host.makeWindow(
                title: "window",
                frame: Rect(origin: origin, size: Size(width: 40, height: 12)),
                root: root
            )
            window.show()
            windows.append(window)
        }
    }

    func move(_ window: Window, _ step: Int) {
        window.frame.origin.x = window.frame.origin.x + (step % 2 == 0 ? 1 : -1)
    }

    func drawFrame() { time.advance(by: .milliseconds(17)) }
}

@MainActor func countHits() {
    for number in [10, 1000] {
        let screen = Screen()
        screen.open(number)
        let scene = screen.host.windows
        count("miss \(number) windows", 200) { _ in _ = scene.window(at: Point(x: 199, y: 59)) }
        if number == 10 {
            count("hit the lowest of 10 windows", 200) { _ in _ = scene.window(at: Point(x: 0, y: 0)) }
        }
    }
}

@MainActor func countFrames() async {
    let screen = Screen()
    screen.open(8)
    await screen.driver.launch()
    count("a frame in which nothing changed", 100) { _ in
        screen.windows[0].frame = screen.windows[0].frame
        screen.drawFrame()
    }
    count("a frame of 8 windows, of which 1 moves", 100) { step in
        screen.move(screen.windows[7], step)
        screen.drawFrame()
    }
    count("a frame of 8 moving windows", 100) { step in
        for window in screen.windows { screen.move(window, step) }
        screen.drawFrame()
    }
}

@main @MainActor enum Probe {
    static func main() async {
        guard !CommandLine.arguments.contains("allocations") else {
            countAllocations("control", observers: 1, allocates: true)
            for observers in [0, 1, 10, 100] { countAllocations("\(observers)", observers: observers) }
            return
        }
        let bus = NotificationBus()
        for observers in [0, 1, 10] {
            countPosts("post to \(observers) observer\(observers == 1 ? "" : "s")", observers: observers)
        }
        let others = (0..<100).map { _ in bus.observe(Ping.self) { _ in } }
        count("observe and cancel", 1000) { _ in bus.observe(Ping.self) { _ in }.cancel() }
        withExtendedLifetime(others) {}
        countHits()
        await countFrames()
    }
}
