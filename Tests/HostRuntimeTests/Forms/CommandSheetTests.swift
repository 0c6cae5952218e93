import HostRuntime
import HostTestKit
import TestSupport
import Testing

/// The form of a command in a sheet of its own.
@MainActor @Suite(.tags(.views)) struct CommandSheetTests {
    private struct Refused: Error, CustomStringConvertible {
        let description = "no net"
    }

    private let name = CommandParameter(name: "name", title: "Name")

    private func launched(_ size: Size = Size(width: 80, height: 24)) async -> TestHost {
        let host = TestHost(size: size) { host in
            let window = host.makeWindow(title: "page", root: View())
            window.makeKeyAndVisible()
            return window
        }
        await host.launch()
        return host
    }

    private func present(
        _ parameters: [CommandParameter],
        on host: TestHost,
        action: @escaping Command.Action = { "sent to \($0.text("name"))" }
    ) async throws -> CommandSheet {
        try host.app.commands.offer(Command(id: "send", title: "Send", parameters: parameters, action: action))
        let command = try #require(host.app.commands["send"])
        let sheet = CommandSheet(for: command, in: host.app)
        host.app.present(sheet)
        await host.advance(by: .milliseconds(20))
        return sheet
    }

    @Test func `a command has one form on the screen, which comes to the front`() async throws {
        let host = await launched()
        let first = try await present([name], on: host)
        await host.type("An")
        let other = Sheet(title: "Other", buttons: [Button("Close")])
        host.app.present(other)
        let second = CommandSheet(for: try #require(host.app.commands["send"]), in: host.app)

        host.app.present(second)
        await host.type("n")

        #expect(!second.isOpen)
        #expect(host.visibleWindows == ["page", "Other", "Send"])
        #expect(host.frame.contains("Ann"))
        await host.key("escape")
        host.app.present(second)
        #expect(!first.isOpen && second.isOpen)
    }

    @Test func `it runs the command and closes with the command's text`() async throws {
        let host = await launched()
        var texts: [String?] = []
        let sheet = try await present([name], on: host)
        sheet.onFinish = { texts.append($0) }

        await host.type("Ann")
        await host.key("tab enter")

        #expect(texts == ["sent to Ann"])
        #expect(!sheet.isOpen)
        #expect(host.visibleWindows == ["page"])
    }

    @Test func `it has closed when it says that the command has finished, and can be presented again then`()
        async throws
    {
        let host = await launched()
        var wasOpen: [Bool] = []
        let sheet = try await present([name], on: host)
        sheet.onFinish = { [weak sheet, app = host.app] _ in
            guard let sheet else { return }
            wasOpen.append(sheet.isOpen)
            app.present(sheet)
        }

        await host.type("Ann")
        await host.key("enter")

        #expect(wasOpen == [false])
        #expect(sheet.isOpen)
    }

    @Test func `it stays open at an error, which stands in it`() async throws {
        let host = await launched()
        let sheet = try await present([name], on: host) { _ in throw Refused() }

        await host.type("Ann")
        await host.key("enter")

        #expect(sheet.isOpen)
        #expect(host.frame.contains("✕ no net"))
        #expect(host.frame.contains("Ann"))
    }

    @Test(arguments: [["escape"], ["tab", "tab", "enter"], ["down", "right", "space"]])
    func `escape and the button cancel the run, and then close the sheet`(keys: [String]) async throws {
        let host = await launched()
        let clock = host.app.clock
        let sheet = try await present([name], on: host) { _ in
            try await clock.sleep(for: .seconds(60))
            return nil
        }
        await host.type("Ann")
        await host.key("enter")
        await host.advance(by: .seconds(1))
        #expect(sheet.hints == ["esc cancel"])
        #expect(host.frame.contains("Running …"))

        for key in keys { await host.key(key) }
        #expect(host.frame.contains("'Send' was cancelled."))
        #expect(sheet.isOpen)
        await host.key(keys.last ?? "")

        #expect(!sheet.isOpen)
        #expect(host.app.commands.runs.isEmpty)
    }

    @Test func `a second enter on the button doesn't cancel the run`() async throws {
        let host = await launched()
        let clock = host.app.clock
        let sheet = try await present([name], on: host) { _ in
            try await clock.sleep(for: .seconds(1))
            return nil
        }
        await host.type("Ann")

        await host.key("tab enter enter")
        #expect(sheet.isOpen)
        await host.advance(by: .seconds(1))

        #expect(!sheet.isOpen)
    }

    @Test func `a single choice is a list whose rows run the command`() async throws {
        let host = await launched()
        let to = CommandParameter(
            name: "name",
            title: "To",
            kind: .choice { ["Ann", "Bob"].map { CommandChoice(value: $0, title: $0) } }
        )
        let sheet = try await present([to], on: host)
        var texts: [String?] = []
        sheet.onFinish = { texts.append($0) }
        #expect(sheet.buttons.map(\.title) == ["Cancel"])

        await host.key("down enter")

        #expect(texts == ["sent to Bob"])
        #expect(!sheet.isOpen)
    }

    @Test func `a list whose details stand below the titles comes to rest`() async throws {
        let host = await launched(Size(width: 40, height: 12))
        let choices = [CommandChoice(value: "a", title: "A shop of books and more", detail: "a street in a town")]
        let to = CommandParameter(name: "name", title: "To", kind: .choice { choices })

        _ = try await present([to], on: host)

        #expect(host.frame.text.contains("a street in a town"))
        #expect(!host.hasPendingTimers)
    }

    @Test func `a default is selected as a whole`() async throws {
        let host = await launched()
        let sheet = try await present([CommandParameter(name: "name", title: "Name", defaultValue: "Ann")], on: host)
        var texts: [String?] = []
        sheet.onFinish = { texts.append($0) }

        await host.type("Bob")
        await host.key("enter")

        #expect(texts == ["sent to Bob"])
    }

    @Test func `it grows with a problem, and keeps its buttons in sight`() async throws {
        let host = await launched(Size(width: 40, height: 12))
        let code = CommandParameter(name: "code", title: "Code", kind: .secret)
        let sheet = try await present([name, code], on: host)
        let height = sheet.frame.height

        await host.key("tab enter")

        #expect(sheet.frame.height > height)
        #expect(host.frame.contains("✕ Needs a value"))
        #expect(host.frame.contains("Send") && host.frame.contains("Cancel"))
    }

    @Test(arguments: [(20, 5), (40, 12), (80, 24), (200, 60), (400, 120)])
    func `the field with the keyboard and the buttons are in sight at any size`(width: Int, height: Int) async throws {
        let host = await launched(Size(width: width, height: height))
        let fields = (1...9).map { CommandParameter(name: "f\($0)", title: "Field \($0)") }
        _ = try await present(fields, on: host)

        for number in 1...9 {
            await host.type("text\(number)")
            if number < 9 { await host.key("tab") }
            #expect(host.frame.contains("text\(number)"))
            #expect(host.frame.contains("Send") && host.frame.contains("Cancel"))
        }
    }

    @Test func `a sheet that has closed is released with its form`() async throws {
        let host = await launched()
        weak var released: CommandForm?
        do {
            let sheet = try await present([name], on: host)
            released = sheet.form
            sheet.close()
        }
        await host.advance(by: .seconds(1))

        #expect(released == nil)
    }
}
