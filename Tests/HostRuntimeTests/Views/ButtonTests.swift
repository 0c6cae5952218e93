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
}
