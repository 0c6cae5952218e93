import HostRuntime
import HostTestKit
import Measuring

/// Adds the cells for windows that overlap, each with its own content, on a screen without a terminal.
func addWindows() {
    for windows in [1, 10, 100, 1000, 10_000] {
        row("find the window at a point among \(windows)", "ours") {
            // The point is on the lowest window only.
            await measureHits(windows, Point(x: 0, y: 0))
        }
        row("find no window at a point among \(windows)", "ours") {
            await measureHits(windows, Point(x: 79, y: 23))
        }
    }
    for windows in [10, 1000, 10_000] {
        row("open \(windows) windows, each", "ours", samples: windows == 10_000 ? 5 : 15) {
            await measureOpening(windows)
        }
        row("open and close a window among \(windows)", "ours", samples: 9) {
            await measure(windows) { stack in
                Clock.thread.measure(500) { count in
                    for _ in 0..<count { stack.makeWindow(at: Point(x: 3, y: 3)).close() }
                }
            }
        }
        row("move a window among \(windows)", "ours", samples: 9) {
            await measure(windows) { stack in
                let window = stack.windows[windows / 2]
                return Clock.thread.measure(2000) { count in
                    for number in 0..<count { window.frame.origin.x = 1 + number % 40 }
                }
            }
        }
        row("raise a window among \(windows)", "ours", samples: 9) {
            await measure(windows) { stack in
                Clock.thread.measure(500) { count in
                    for number in 0..<count {
                        let window = stack.windows[number % windows]
                        window.hide()
                        window.makeKeyAndVisible()
                    }
                }
            }
        }
    }
}

/// A host with many windows.
@MainActor private final class Stack {
    let host: TestHost
    var windows: [Window] = []

    init(_ count: Int) {
        host = TestHost { _ in () }
        open(count)
    }

    func open(_ count: Int) {
        for number in 0..<count {
            windows.append(makeWindow(at: number == 0 ? .zero : Point(x: 1 + number % 40, y: 1 + number % 10)))
        }
    }

    func makeWindow(at origin: Point) -> Window {
        let window = host.app.makeWindow(
            title: "window",
            frame: Rect(origin: origin, size: Size(width: 30, height: 10)),
            root: View()
        )
        window.show()
        return window
    }
}

@MainActor private func measure(_ windows: Int, _ body: @MainActor (Stack) -> Double) -> Double {
    body(Stack(windows))
}

/// Returns the nanoseconds to find out which window takes a touch at a point.
@MainActor private func measureHits(_ windows: Int, _ point: Point) -> Double {
    measure(windows) { stack in
        let scene = stack.host.app.windows
        return Clock.thread.measure(windows > 1000 ? 200 : 2000) { count in
            for _ in 0..<count { _ = scene.window(at: point) }
        }
    }
}

/// Returns the nanoseconds to open each of many windows.
@MainActor private func measureOpening(_ windows: Int) -> Double {
    let stack = Stack(0)
    return Clock.thread.measure(windows) { count in stack.open(count) }
}
