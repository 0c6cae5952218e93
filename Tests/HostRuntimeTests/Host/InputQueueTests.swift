import HostTestKit
import TestSupport
import Testing

@testable import HostRuntime

/// Keys that are typed ahead reach the window that the key before them opens.
@MainActor @Suite(.tags(.terminal)) struct InputQueueTests {
    /// A program with two shortcuts and a command that opens a window with a field.
    @MainActor private final class Opener {
        let host: AppHost
        let field = TextField()
        private(set) var shortcuts: [String] = []
        private var windows: [Window] = []

        init(_ host: AppHost) throws {
            self.host = host
            windows.append(host.makeWindow(title: "page", root: View()))
            windows[0].makeKeyAndVisible()
            for name in ["x", "y"] {
                try host.commands.offer(
                    Command(id: "shortcut.\(name)", title: name, key: KeyEvent(name: name)) { [unowned self] _ in
                        shortcuts.append(name)
                        return nil
                    }
                )
            }
        }

        func open() {
            let window = host.makeWindow(title: "sheet", level: .alert, root: field)
            window.makeKeyAndVisible()
            field.becomeFirstResponder()
            windows.append(window)
        }

        func offer(_ open: @escaping @MainActor (Opener) async throws -> Void) throws {
            try host.commands.offer(
                Command(id: "open", title: "Open", key: KeyEvent(.character("o"))) { [unowned self] _ in
                    try await open(self)
                    return nil
                }
            )
        }
    }

    @concurrent private func leaveMainActor() async {}

    private func host(_ open: @escaping @MainActor (Opener) async throws -> Void) async throws -> (TestHost, Opener) {
        var opener: Opener?
        let host = try TestHost { host in
            let made = try Opener(host)
            try made.offer(open)
            opener = made
            return made
        }
        await host.launch()
        return (host, try #require(opener))
    }

    @Test func `keys after one that runs a command reach what the command opens`() async throws {
        let (host, opener) = try await host { $0.open() }

        await host.key("o x y")

        #expect(opener.field.text == "xy")
        #expect(opener.shortcuts == [])
    }

    @Test func `a paste after a key that runs a command reaches what the command opens`() async throws {
        let (host, opener) = try await host { $0.open() }

        host.app.input.receive(.key(KeyEvent(.character("o"))))
        await host.paste("pasted")

        #expect(opener.field.text == "pasted")
    }

    @Test func `a touch after a key that runs a command goes to what the command opens`() async throws {
        var pressed: [String] = []
        var windows: [Window] = []
        let host = try TestHost { host in
            let page = host.makeWindow(title: "page", root: Button("Page") { pressed.append("page") })
            page.makeKeyAndVisible()
            try host.commands.offer(
                Command(id: "open", title: "Open", key: KeyEvent(.character("o"))) { _ in
                    let sheet = Button("Sheet") { pressed.append("sheet") }
                    let window = host.makeWindow(title: "sheet", level: .alert, root: sheet)
                    window.makeKeyAndVisible()
                    windows.append(window)
                    return nil
                }
            )
            return page
        }
        await host.launch()

        host.app.input.receive(.key(KeyEvent(.character("o"))))
        await host.tap(3, 3)

        #expect(pressed == ["sheet"])
    }

    @Test func `keys wait for a command that leaves the main actor before it opens`() async throws {
        let (host, opener) = try await host { opener in
            for _ in 0..<20 { await leaveMainActor() }
            opener.open()
        }

        await host.key("o x y")

        #expect(opener.field.text == "xy")
        #expect(opener.shortcuts == [])
    }

    @Test func `keys wait for work that a command starts at its end`() async throws {
        let (host, opener) = try await host { opener in
            await leaveMainActor()
            opener.host.work.start {
                await leaveMainActor()
                opener.open()
            }
        }

        await host.key("o x")

        #expect(opener.field.text == "x")
    }

    @Test func `keys do not wait for a command that waits for the clock`() async throws {
        let (host, opener) = try await host { opener in
            try await opener.host.clock.sleep(for: .seconds(1))
            opener.open()
        }

        await host.key("o x")
        await host.advance(by: .seconds(1))
        await host.key("y")

        #expect(opener.shortcuts == ["x"])
        #expect(opener.field.text == "y")
    }

    @Test func `a command that neither ends nor sleeps holds keys up no longer than the limit`() async throws {
        let never = Gate()
        let (host, opener) = try await host { _ in await never.passage() }
        let input = host.app.input

        input.receive(.key(KeyEvent(.character("o"))))
        input.receive(.key(KeyEvent(.character("x"))))
        await host.advance(by: .zero)
        let before = (input.isWaitingForWork, opener.shortcuts)
        await host.advance(by: InputQueue.limit)

        #expect(before == (true, []))
        #expect(opener.shortcuts == ["x"])
        never.open()
    }

    @Test func `a command holds the keyboard up only once`() async throws {
        let never = Gate()
        let (host, opener) = try await host { _ in await never.passage() }
        let input = host.app.input

        await host.key("o x")
        input.receive(.key(KeyEvent(.character("y"))))
        await host.advance(by: .zero)

        #expect(!input.isHeld)
        #expect(opener.shortcuts == ["x", "y"])
        never.open()
    }

    @Test func `ctrl-c waits for no command`() async throws {
        let never = Gate()
        let (host, opener) = try await host { _ in await never.passage() }
        let input = host.app.input

        input.receive(.key(KeyEvent(.character("o"))))
        input.receive(.key(KeyEvent(.character("x"))))
        input.receive(.key(.interrupt))

        #expect(host.app.lifecycleState == .terminated)
        await host.advance(by: InputQueue.limit)
        #expect(!input.isHeld)
        #expect(opener.shortcuts == [])
        never.open()
    }

    @Test func `moves of the pointer do not wait unless a command runs`() async throws {
        let (host, _) = try await host { $0.open() }
        let input = host.app.input

        input.receive(.touch(Touch(.moved, at: .zero)))
        let alone = input.isHeld
        input.receive(.key(KeyEvent(.character("o"))))
        input.receive(.wheel(1, at: .zero))

        #expect(!alone)
        #expect(input.isHeld)
        await host.advance(by: .zero)
        #expect(!input.isHeld)
    }

    @Test func `after the end of the program keys run nothing`() async throws {
        let (host, opener) = try await host { $0.host.terminate() }

        await host.key("x o y")

        #expect(opener.shortcuts == ["x"])
        #expect(host.app.lifecycleState == .terminated)
    }

    @Test func `the terminal is read while keys wait for a command, because a key may end the program`() async throws {
        let never = Gate()
        let (host, _) = try await host { _ in await never.passage() }
        let input = host.app.input

        input.receive(.key(KeyEvent(.character("o"))))
        let whileActedOn = input.acceptsInput
        await host.advance(by: .zero)

        #expect(!whileActedOn)
        #expect(input.isWaitingForWork)
        #expect(input.acceptsInput)
        never.open()
    }

    @Test func `a page down typed before the first frame moves by a page`() async throws {
        let list = ListView(rows: (0..<100).map { ListView.Row("row \($0)") })
        var windows: [Window] = []
        let host = try TestHost { host in
            let page = host.makeWindow(title: "page", root: View())
            page.makeKeyAndVisible()
            windows.append(page)
            try host.commands.offer(
                Command(id: "list", title: "List", key: KeyEvent(.character("o"))) { _ in
                    let window = host.makeWindow(title: "list", level: .alert, root: list)
                    window.makeKeyAndVisible()
                    list.becomeFirstResponder()
                    windows.append(window)
                    return nil
                }
            )
            return page
        }
        await host.launch()

        await host.key("o page-down")
        let ahead = list.selectedIndex
        await host.key("home page-down")

        #expect(ahead == list.selectedIndex)
        #expect(ahead != 1)
    }
}
