import HostTestKit
import TestSupport
import Testing

@testable import HostRuntime

@MainActor @Suite(.tags(.accessibility)) struct AccessibilityElementTests {
    /// What the window of a host says, in lines.
    private func spoken(_ host: TestHost) -> [String] {
        host.app.windows.windows.flatMap { $0.elementReports() }.map { "\($0.element)" }
    }

    private func spoken(_ root: View, size: Size = Size(width: 40, height: 12)) async -> [String] {
        spoken(await TestHost.showing(root, size: size))
    }

    // MARK: - Words

    @Test(arguments: [
        (AccessibilityElement(.text, "Total", value: "9.80"), "Total, 9.80"),
        (AccessibilityElement(.button, "Cancel", state: .disabled), "Cancel, button, disabled"),
        (AccessibilityElement(.field, "Password", value: "•••", state: .secret), "Password, •••, field, secret"),
        (AccessibilityElement(.toggle, "Gift"), "Gift, toggle, off"),
        (AccessibilityElement(.toggle, "Gift", state: [.on, .selected]), "Gift, toggle, on, selected"),
        (AccessibilityElement(.row, "Tea", state: [.selected, .current]), "Tea, selected, current"),
        (AccessibilityElement(.list, "", value: "2 rows"), "2 rows, list"),
    ])
    func `an element is said as its label, its value, its kind and its states`(
        element: AccessibilityElement,
        text: String
    ) {
        #expect("\(element)" == text)
    }

    @Test func `an element is one line without control characters`() {
        let element = AccessibilityElement(.button, "two\nlines", value: "\u{1B}[2J")

        #expect("\(element)" == "two lines, \\u{1B}[2J, button")
    }

    // MARK: - Controls

    @Test func `each control says its role, its label, its value and its state`() async {
        let (label, button, field, list) = (Label("Hello"), Button("Buy"), TextField(placeholder: "name"), ListView())
        list.rows = [.heading("Hot"), ListView.Row("Tea", detail: "2.50"), ListView.Row("Mate", isEnabled: false)]
        let text = TextView([.heading("News"), .field("date", "today"), .text("none")])
        let views = [label, button, field, list, text]
        for (y, view) in views.enumerated() { view.frame = Rect(x: 0, y: 3 * y, width: 30, height: 3) }
        let host = await TestHost.showing(views: views)
        field.text = "Ada"

        #expect(
            spoken(host) == [
                "Hello", "Buy, button", "name, Ada, field", "3 rows, list", "Hot, heading", "Tea, 2.50, selected",
                "Mate, disabled", "News, heading", "date, today", "none",
            ]
        )
    }

    @Test func `a field for a secret says how much is entered, and not what`() async {
        let field = TextField(placeholder: "password", isSecret: true)
        field.text = "sesame"

        #expect(await spoken(field) == ["password, ••••••, field, secret"])
    }

    @Test func `a view says the label that it was given in place of its own`() async {
        let field = TextField(placeholder: "4 digits")
        field.accessibilityLabel = "Code"
        let host = await TestHost.showing(field)

        let element = host.app.windows.windows[0].elementReports()[0].element

        #expect(element == AccessibilityElement(.field, "Code", hint: "4 digits"))
    }

    @Test func `a list says only the rows in sight`() async {
        let list = ListView(rows: (1...10_000).map { ListView.Row("row \($0)") })
        let host = await TestHost.showing(list, size: Size(width: 20, height: 2))
        list.select(4)

        #expect(spoken(host) == ["10000 rows, list", "row 4", "row 5, selected"])
    }

    @Test func `a sheet says its title, its content and its buttons`() async {
        let host = TestHost()
        await host.launch()
        host.app.present(Sheet(title: "Sign out?", content: Label("Your cart stays."), buttons: [Button("Stay")]))

        #expect(spoken(host) == ["Sign out?, dialog", "Your cart stays.", "Stay, button"])
    }

    // MARK: - The window

    @Test func `a window is read from top to bottom and from left to right`() async {
        let buttons = ["d", "b", "c", "a"].map { Button($0) }
        for (button, place) in zip(buttons, [(6, 3), (6, 1), (0, 3), (0, 1)]) {
            button.frame = Rect(x: place.0, y: place.1, width: 4, height: 1)
        }

        #expect(spoken(await TestHost.showing(views: buttons)).map { $0.prefix(1) } == ["a", "b", "c", "d"])
    }

    @Test func `what is hidden, has no size or has an empty label says nothing`() async {
        let buttons = ["a", "b", "c", "d"].map { Button($0) }
        for (y, button) in buttons.enumerated() { button.frame = Rect(x: 0, y: y, width: 4, height: 1) }
        buttons[0].isHidden = true
        buttons[1].frame = .zero
        buttons[2].accessibilityLabel = ""

        #expect(spoken(await TestHost.showing(views: buttons)) == ["d, button"])
    }

    @Test func `a control in a view that takes no input is disabled`() async {
        let (root, button, label) = (View(), Button("a"), Label("b"))
        for (y, view) in [button, label].enumerated() {
            view.frame = Rect(x: 0, y: y, width: 4, height: 1)
            root.addSubview(view)
        }
        root.isUserInteractionEnabled = false

        #expect(await spoken(root) == ["a, button, disabled", "b"])
    }

    @Test func `a report has the place of its element, and whether its view has the keyboard`() async throws {
        let list = ListView(rows: [ListView.Row("a"), ListView.Row("b")])
        list.frame = Rect(x: 3, y: 2, width: 10, height: 4)
        let host = await TestHost.showing(views: [list])
        list.becomeFirstResponder()

        let reports = host.app.windows.windows[0].elementReports()

        #expect(reports.map(\.frame) == [list.frame] + [2, 3].map { Rect(x: 3, y: $0, width: 10, height: 1) })
        #expect(reports.allSatisfy { $0.isFirstResponder && $0.canBecomeFirstResponder })
    }
}
