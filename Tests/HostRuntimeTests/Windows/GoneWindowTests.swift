import Testing

@testable import HostRuntime

@MainActor @Suite struct GoneWindowTests {
    private let scene = WindowScene(size: Size(width: 20, height: 10))

    private func window(_ title: String = "ad", line: Int = 1) -> Window {
        Window(scene: scene, title: title, file: "Ads/Ads.swift", line: line)
    }

    @Test func `a window that nothing holds goes by itself, with the place that made it`() {
        _ = window(line: 12)

        let gone = scene.goneWindows.entries
        #expect(gone.map(\.reason) == [.unheld])
        #expect(gone.map(\.window.place) == ["Ads/Ads.swift:12"])
        #expect(gone.map(\.wasDrawn) == [false])
    }

    @Test func `a window that was closed is reported once, as it was before`() {
        let closed = window()
        closed.show()
        closed.level = .alert

        closed.close()
        closed.close()

        #expect(scene.goneWindows.entries.map(\.reason) == [.closed])
        #expect(scene.goneWindows.entries.map(\.window.level) == [.alert])
        #expect(scene.goneWindows.entries.map(\.window.isHidden) == [false])
    }

    @Test func `a place that makes one window after another takes one entry, and the number is bounded`() {
        _ = window("lost", line: 7)
        for _ in 0..<10_000 { _ = window("toast", line: 9) }
        #expect(scene.goneWindows.entries.map(\.window.title) == ["lost", "toast"])
        #expect(scene.goneWindows.entries.map(\.count) == [1, 10_000])

        for line in 0..<1000 { _ = window(line: line) }

        #expect(scene.goneWindows.entries.map(\.window.place) == (950..<1000).map { "Ads/Ads.swift:\($0)" })
    }
}
