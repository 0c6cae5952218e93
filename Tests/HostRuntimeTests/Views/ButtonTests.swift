import HostTestKit
import Testing

@testable import HostRuntime

@MainActor @Suite struct ButtonTests {
    @Test func `a button with the keyboard is drawn in its focused style`() async throws {
        let button = Button("Remove")
        button.focusedStyle = Style(foreground: .white, background: Theme.danger)
        let host = TestHost(program: { host in
            let window = host.makeWindow(title: "page", root: button)
            window.makeKeyAndVisible()
            return window
        })
        await host.launch()
        let atRest = host.frame.cell(at: .zero)?.style.background

        button.becomeFirstResponder()
        await host.advance(by: .seconds(1))

        #expect(atRest == Theme.button.background)
        #expect(host.frame.cell(at: .zero)?.style.background == Theme.danger)
    }

    @Test func `a button is recognizable without colors, with the keyboard or without`() async throws {
        let (first, second) = (Button("Close"), Button("Place the order"))
        let root = View()
        for (y, button) in [first, second].enumerated() {
            button.frame = Rect(x: 0, y: y, width: button.preferredWidth, height: 1)
            root.addSubview(button)
        }
        let host = TestHost(size: Size(width: 20, height: 2), colorDepth: .monochrome) { host in
            let window = host.makeWindow(title: "page", root: root)
            window.makeKeyAndVisible()
            return window
        }

        await host.launch()
        first.becomeFirstResponder()
        await host.advance(by: .seconds(1))

        #expect(host.frame.text == "[Close]\n[Place the order]")
        #expect(host.frame.cell(at: .zero)?.style.attributes.contains(.reverse) == true)
        #expect(host.frame.cell(at: Point(x: 0, y: 1))?.style.attributes.contains(.reverse) == false)
    }

    @Test func `a button prefers the width of its title, and a column on either side`() {
        #expect(Button("Buy").preferredSize(maxWidth: 80) == Size(width: 5, height: 1))
        #expect(Button("Buy").preferredSize(maxWidth: 4) == Size(width: 4, height: 1))
    }

    @Test func `a button acts at a tap, at enter and at space`() async {
        var presses = 0
        let button = Button("Go") { presses += 1 }
        button.frame = Rect(x: 1, y: 1, width: 6, height: 1)
        let host = await TestHost.showing(views: [button])

        await host.tap(2, 1)
        await host.key("enter")
        await host.key("space")

        #expect(presses == 3)
    }
}
