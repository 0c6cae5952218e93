import TestSupport
import Testing

@testable import HostRuntime

@MainActor @Suite(.tags(.inspector)) struct ViewEditTests {
    private let scene = WindowScene(size: Size(width: 20, height: 10))
    private let root = View()
    private let window: Window

    init() {
        window = Window(
            scene: scene,
            title: "page",
            level: .normal,
            frame: nil,
            root: root,
            clock: HostClock(source: ManualTime())
        )
    }

    private func added<Added: View>(_ view: Added) -> Added {
        root.addSubview(view)
        return view
    }

    @Test(
        arguments: [
            .text("b"), .textStyle(Style(foreground: .black)), .background(Theme.field),
            .frame(Rect(x: 1, y: 2, width: 3, height: 4)),
        ] as [ViewEdit]
    )
    func `an edit changes one value, and its undo gives it back`(edit: ViewEdit) throws {
        let label = added(Label("a"))
        let before = window.viewReports()

        let undo = try #require(window.apply(edit, to: ViewID(label)))
        #expect(window.viewReports() != before)
        #expect(undo.restore() != nil)

        #expect(window.viewReports() == before)
    }

    @Test func `an edit that changes nothing has no undo`() {
        let label = added(Label("a"))

        #expect(window.apply(.text("a"), to: ViewID(label)) == nil)
        #expect(window.apply(.background(nil), to: ViewID(label)) == nil)
    }

    @Test func `a view without such a value, or in no window, is not edited`() {
        let plain = added(View())
        let stray = Label("a")

        #expect(window.apply(.text("b"), to: ViewID(plain)) == nil)
        #expect(window.apply(.textStyle(Style()), to: ViewID(plain)) == nil)
        #expect(window.apply(.text("b"), to: ViewID(stray)) == nil)
        #expect(stray.text == "a")
    }

    @Test func `an undo doesn't hold its view, and reaches one that is in no window any more`() throws {
        var label: Label? = added(Label("a"))
        let id = try #require(label.map { ViewID($0) })
        let undo = try #require(window.apply(.text("b"), to: id))

        label?.removeFromSuperview()
        #expect(undo.restore() == .text("a"))
        #expect(label?.text == "a")
        label = nil

        #expect(undo.restore() == nil)
        #expect(undo.title == "Label 'a'")
    }

    @Test func `a button's title and style are edited as a label's text is`() {
        let button = added(Button("Order"))

        #expect(window.apply(.text("Buy"), to: ViewID(button)) != nil)
        #expect(window.apply(.textStyle(Style(foreground: .black)), to: ViewID(button)) != nil)

        #expect(window.viewReports().last?.editableText == "Buy")
        #expect(window.viewReports().last?.textStyle == Style(foreground: .black))
    }
}
