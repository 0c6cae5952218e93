import HostRuntime
import Testing

@testable import FloatingAssistantPlugin

@Suite struct PanelStateTests: PanelStateSamples {
    @Test func `a command with parameters opens its form`() {
        var state = state(login)

        let effects = state.open("login")
        #expect(effects == [])
        #expect(state.form == CommandForm(login))
    }

    @Test func `a command without parameters runs at once`() {
        var state = state(logout)

        let effects = state.open("logout")
        #expect(effects == [.run(1, command: "logout", values: [:]), .waitForRun(1)])
        #expect(notice(state)?.kind == .running)
    }

    @Test func `choices are fetched each time the form opens`() {
        var state = state(pick)

        let first = state.open("pick")
        let second = state.open("pick")

        #expect(first == [.fetchChoices(state.generation - 1, command: "pick", field: 0)])
        #expect(second == [.fetchChoices(state.generation, command: "pick", field: 0)])
    }

    @Test func `choices for a form that is closed change nothing`() {
        var state = state(pick)
        _ = state.open("pick")
        let generation = state.generation
        state.close()
        let before = state

        state.choicesArrived(generation, field: 0, .failed("late"))

        #expect(state == before)
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

        #expect(state.form == CommandForm(login))
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

        let submitted = state.submit()
        #expect(submitted.first == .run(1, command: "login", values: ["phone": "555", "password": "secret"]))
        let submitted2 = state.submit()
        #expect(submitted2 == [])
    }

    @Test(arguments: ["login", "logout"])
    func `a command that still runs when the panel has closed is shown again, and not run a second time`(id: String) {
        var state = id == "login" ? filledIn() : state(logout)
        _ = id == "login" ? state.submit() : state.open(id)
        state.close()

        let opened = state.open(id)
        let submitted = state.submit()
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
        #expect(state.remark == PanelState.Remark(text: "'Log in' was cancelled.", isError: false))
        #expect(state.form?.fields[0].text == "555")
        let second = state.leave()

        #expect(first == [.cancel(1)])
        #expect(second == [])
        #expect(state.content == .closed)
    }

    @Test func `a cancelled run without a form is reported on its own page`() {
        var state = state(logout)
        _ = state.open("logout")

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

    @Test func `progress is shown when a run takes long, without secrets`() {
        var state = running()

        state.progressed(1, CommandProgress(fraction: 0.5, text: "trying secret"))
        #expect(state.run?.isLong == false)
        state.takesLong(1)

        #expect(state.run?.isLong == true)
        #expect(state.run?.progress == CommandProgress(fraction: 0.5, text: "trying •••"))
    }

    @Test func `a command's messages stand at their fields, and the first one gets the keyboard`() {
        var state = running()
        let problems = [CommandFieldError("password", "is not secret"), CommandFieldError("phone", "is unknown")]

        _ = state.finished(1, .failed("all of it", problems))

        #expect(state.form?.fields.map(\.message) == ["is unknown", "is not •••"])
        #expect(state.focus?.field == 0)
        #expect(state.remark == nil)
    }

    @Test func `a message about an unknown parameter is shown below the form`() {
        var state = running()

        _ = state.finished(1, .failed("'color' is odd", [CommandFieldError("color", "is odd")]))

        #expect(state.remark?.text == "'color' is odd")
    }

    @Test func `a message at a choice that could not be fetched is shown below the form`() {
        var state = state(pick)
        _ = state.open("pick")
        state.choicesArrived(state.generation, field: 0, .failed("no net"))
        guard var form = state.form else {
            Issue.record("there is no form")
            return
        }

        let isShown = form.show(CommandFieldError(form.fields[0].name, "is closed"))

        #expect(!isShown)
    }

    @Test func `an edit removes the error`() {
        var state = running()
        _ = state.finished(1, .failed("wrong"))

        state.enter("556", field: 0)

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

    @Test func `choices that could not be fetched are fetched again`() {
        var state = state(pick)
        _ = state.open("pick")
        state.choicesArrived(state.generation, field: 0, .failed("no net"))

        let effects = state.retry(field: 0)
        let again = state.retry(field: 0)

        #expect(effects == [.fetchChoices(state.generation, command: "pick", field: 0)])
        #expect(again == [])
        #expect(state.form?.fields[0].choices == .loading)
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
        #expect(state.remark == PanelState.Remark(text: "The order is empty."))
    }
}
