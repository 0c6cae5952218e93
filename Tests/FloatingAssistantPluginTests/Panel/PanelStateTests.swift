import HostRuntime
import Testing

@testable import FloatingAssistantPlugin

@Suite struct PanelStateTests: PanelStateSamples {
    @Test func `a command with parameters opens its form`() {
        var state = state(login)

        let effects = state.open("login")
        #expect(effects == [])
        #expect(state.form == PanelState.Form(command: "login", title: "Log in"))
    }

    @Test func `a command without parameters runs at once`() {
        var state = state(logout)

        let effects = state.open("logout")
        #expect(effects == [.run(1, command: "logout", values: [:]), .waitForRuns([1])])
        #expect(notice(state)?.kind == .running)
    }

    @Test func `a command that is not offered is named`() {
        var state = state(login)

        _ = state.open("session.login")

        #expect(notice(state)?.kind == .missing("session.login"))
        #expect(notice(state)?.text.hasPrefix("No command 'session.login' is offered.") == true)
    }

    @Test func `a form opens when its missing command is offered`() {
        var state = state()
        _ = state.open("login")

        _ = state.commandsChanged(to: [login])

        #expect(state.form?.command == "login")
    }

    @Test func `a command that was waited for is shown, but not run`() {
        var state = state()
        _ = state.open("logout")

        let changed = state.commandsChanged(to: [logout])
        #expect(changed == [])
        #expect(state.content == .tools)
    }

    @Test func `two quick submissions run once`() {
        var state = filledIn()

        let submitted = state.submit(values)
        #expect(submitted.first == .run(1, command: "login", values: values))
        let submitted2 = state.submit(values)
        #expect(submitted2 == [])
    }

    @Test(arguments: ["login", "logout"])
    func `a command that still runs when the panel has closed is shown again, and not run a second time`(id: String) {
        var state = id == "login" ? filledIn() : state(logout)
        _ = id == "login" ? state.submit(values) : state.open(id)
        state.close()

        let opened = state.open(id)
        let submitted = state.submit(values)
        let left = state.leave()

        #expect(opened == [])
        #expect(submitted == [])
        #expect(state.run?.isLong == true)
        #expect(left == [.cancel(1)])
    }

    @Test func `a command that ended while the panel was closed runs again`() {
        var state = state(logout)
        _ = state.open("logout")
        state.close()
        _ = state.finished(1, .finished(nil))

        let effects = state.open("logout")

        #expect(effects.first == .run(2, command: "logout", values: [:]))
    }

    @Test func `leaving cancels a running command first, and then closes`() {
        var state = running()

        let first = state.leave()
        _ = state.finished(1, .cancelled)
        #expect(state.remark == PanelState.Remark("'Log in' was cancelled.", isError: false))
        #expect(state.form?.command == "login")
        let second = state.leave()

        #expect(first == [.cancel(1)])
        #expect(second == [])
        #expect(state.content == .closed)
    }

    @Test func `a cancelled run without a form is reported on its own page`() {
        var state = state(logout)
        _ = state.open("logout")

        _ = state.leave()
        _ = state.finished(1, .cancelled)

        #expect(
            notice(state) == PanelState.Notice(title: "Log out", text: "'Log out' was cancelled.", kind: .cancelled)
        )
    }

    @Test func `a panel that gave way can run the command again`() {
        var state = state(logout)
        _ = state.open("logout")

        state.giveWay()
        let effects = state.open("logout")
        _ = state.finished(1, .finished("late"))

        #expect(effects.first == .run(2, command: "logout", values: [:]))
        #expect(state.run?.number == 2)
    }

    @Test func `progress is shown when a run takes long`() {
        var state = running()

        state.progressed(1, CommandProgress(fraction: 0.5, text: "trying"))
        #expect(state.run?.isLong == false)
        state.takeLong([1])

        #expect(state.run?.isLong == true)
        #expect(state.run?.progress == CommandProgress(fraction: 0.5, text: "trying"))
    }

    @Test func `an error that the fields show is not told again`() {
        var state = running()

        _ = state.finished(1, .failed("all of it"), isShown: true)

        #expect(state.form?.command == "login")
        #expect(state.remark == nil)
        #expect(!state.isRunning)
    }

    @Test func `an edit removes the error`() {
        var state = running()
        _ = state.finished(1, .failed("wrong"))

        state.edited()

        #expect(state.remark == nil)
    }

    @Test(
        arguments: [
            (String(repeating: "x", count: 61), nil), ("two\nlines", nil), ("short", .milliseconds(1500)),
            (String(repeating: "x", count: 60), .milliseconds(3750)),
        ] as [(String, Duration?)]
    )
    func `a result stays for the time that it takes to read, and a long one until a key is pressed`(
        text: String,
        time: Duration?
    ) {
        var state = running()

        let effects = state.finished(1, .finished(text))

        #expect(effects == (time.map { [.wait(state.generation, $0)] } ?? []))
    }

    // MARK: - Unavailable commands

    private func refused(_ parameters: [CommandParameter] = []) -> PanelState {
        var state = PanelState()
        let command = Command(id: "order", title: "Place the order", parameters: parameters) { _ in nil }
        _ = state.commandsChanged(to: [CommandSummary(command, refusal: "The order is empty.")])
        return state
    }

    @Test func `a route to an unavailable command says why, and opens no form`() {
        var state = refused([CommandParameter(name: "note", title: "Note")])

        let effects = state.open("order")

        #expect(effects == [])
        let notice = PanelState.Notice(title: "Place the order", text: "The order is empty.", kind: .unavailable)
        #expect(state.content == .notice(notice))
    }

    @Test func `in the tools the reason is shown below the list`() {
        var state = refused()
        _ = state.open(.tools)

        let effects = state.open("order")

        #expect(effects == [])
        #expect(state.content == .tools)
        #expect(state.remark == PanelState.Remark("The order is empty."))
    }
}
