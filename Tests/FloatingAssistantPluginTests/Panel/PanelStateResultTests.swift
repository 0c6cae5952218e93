import HostRuntime
import Testing

@testable import FloatingAssistantPlugin

/// The ends of runs in the panel, and the login at the start.
@Suite struct PanelStateResultTests: PanelStateSamples {
    // MARK: - The login at the start

    private func loginState(isKept: Bool = false, problem: String? = nil) -> PanelState {
        var state = state(login, pick)
        state.loginChanged(to: PanelState.Login(command: "login", isKept: isKept, problem: problem))
        _ = state.open("login")
        return state
    }

    @Test(arguments: [true, false])
    func `the form of the login asks whether to log in at start`(isKept: Bool) {
        var state = loginState(isKept: isKept)

        #expect(state.form?.isKept == isKept)
        _ = state.open("pick")
        #expect(state.form?.isKept == nil)
    }

    @Test(
        arguments: [
            (true, .keep(command: "login", values: ["phone": "555", "password": "secret"])), (false, .forget),
        ] as [(Bool, PanelState.LoginChange)]
    )
    func `the choice to keep or forget takes effect after the login has succeeded`(
        isOn: Bool,
        change: PanelState.LoginChange
    ) {
        var state = loginState(isKept: !isOn)
        state.enter("555", field: 0)
        state.enter("secret", field: 1)
        state.set(isOn, field: 2)

        let submitted = state.submit()
        state.close()
        let finished = state.finished(1, .finished(nil))

        #expect(submitted.first == .run(1, command: "login", values: ["phone": "555", "password": "secret"]))
        #expect(finished == [.changeLogin(change)])
    }

    @Test(arguments: [.failed("wrong"), .cancelled] as [PanelState.Outcome])
    func `a login that has not succeeded is not kept`(outcome: PanelState.Outcome) {
        var state = loginState()
        state.enter("555", field: 0)
        state.enter("secret", field: 1)
        state.set(true, field: 2)
        _ = state.submit()

        let finished = state.finished(1, outcome)

        #expect(finished == [])
    }

    @Test func `the form shows why the login at start failed`() {
        var state = loginState(problem: "wrong")
        #expect(state.form?.note == "wrong")

        state.loginChanged(to: PanelState.Login(command: "login", isKept: true, problem: nil))

        #expect(state.form?.note == nil)
    }

    @Test func `a long error beside the form is cut, and says so`() {
        var state = running()

        _ = state.finished(1, .failed(String(repeating: "x", count: 5_000)))

        let remark = state.remark?.text
        #expect(remark?.count { $0 == "x" } == String.remarkLimit)
        #expect(remark?.hasSuffix("(4000 more letters are not shown)") == true)
    }

    @Test func `a result is shown for a while`() {
        var state = running()

        let effects = state.finished(1, .finished("Welcome"))

        #expect(effects == [.wait(state.generation, .milliseconds(1500))])
        #expect(notice(state) == PanelState.Notice(title: "Log in", text: "Welcome", kind: .done))
        state.timeReached(state.generation)
        #expect(state.content == .closed)
    }

    @Test func `a timer of another page closes nothing`() {
        var state = running()
        _ = state.finished(1, .finished("Welcome"))
        let generation = state.generation
        _ = state.open(.tools)

        state.timeReached(generation)

        #expect(state.content == .tools)
    }

    @Test func `a command with nothing to say closes the panel`() {
        var state = running()

        let answered = state.finished(1, .finished(nil))
        #expect(answered == [])
        #expect(state.content == .closed)
    }

    @Test func `an error stays, with the entered values`() {
        var state = running()

        let answered = state.finished(1, .failed("wrong"))
        #expect(answered == [])
        #expect(state.remark == PanelState.Remark(text: "wrong"))
        #expect(state.form?.fields[0].text == "555")
        #expect(!state.isRunning)
    }

    @Test func `a secret that a command repeats is not shown`() {
        var state = running()

        _ = state.finished(1, .failed("no such password: secret!"))

        #expect(state.remark?.text == "no such password: •••!")
    }

    @Test(arguments: [PanelState.Outcome.finished("text"), .finished(nil), .failed("wrong")])
    func `a result that arrives after the panel closed changes nothing visible`(outcome: PanelState.Outcome) {
        var state = running()
        state.close()
        let generation = state.generation

        let answered = state.finished(1, outcome)
        #expect(answered == [])
        #expect(state.content == .closed)
        #expect(state.generation == generation)
    }

    @Test func `a form whose command is gone says so, stays readable and cannot be submitted`() {
        var state = filledIn()

        _ = state.commandsChanged(to: [logout])
        state.enter("556", field: 0)
        let submitted = state.submit()

        #expect(state.remark?.text == "'Log in' is not offered any more.")
        #expect(state.form?.fields[0].text == "556")
        #expect(submitted == [])
    }

    @Test func `a form works again when its command is back`() {
        var state = filledIn()
        _ = state.commandsChanged(to: [logout])

        let effects = state.commandsChanged(to: [login])

        #expect(effects == [])
        #expect(state.remark == nil)
        #expect(state.form?.fields[0].text == "555")
    }

    @Test func `a command may withdraw itself while it runs`() {
        var state = running()

        _ = state.commandsChanged(to: [logout])
        _ = state.finished(1, .finished("Welcome"))

        #expect(notice(state)?.text == "Welcome")
    }

    @Test func `the error of a withdrawn command has its own page`() {
        var state = running()
        _ = state.commandsChanged(to: [])

        _ = state.finished(1, .failed("wrong"))

        #expect(notice(state) == PanelState.Notice(title: "Log in", text: "wrong", kind: .failed))
    }

    @Test func `a command that loses its parameters while its form is open isn't run by itself`() {
        var state = filledIn()
        let bare = CommandSummary(Command(id: "login", title: "Log in") { _ in nil })

        let effects = state.commandsChanged(to: [bare])

        #expect(effects == [])
        #expect(state.content == .tools)
    }

    @Test func `a form keeps what was entered when its command changes its parameters`() {
        var state = filledIn()
        let changed = CommandSummary(
            Command(
                id: "login",
                title: "Log in",
                parameters: [
                    CommandParameter(name: "phone", title: "Mobile"),
                    CommandParameter(name: "password", title: "Password"),
                    CommandParameter(name: "code", title: "Code", defaultValue: "0"),
                ]
            ) { _ in nil }
        )

        _ = state.commandsChanged(to: [changed])

        // Of the same name and kind: a secret doesn't become plain text.
        #expect(state.form?.fields.map(\.text) == ["555", "", "0"])
    }

    @Test func `a form has the parameters that its command got while it ran`() {
        var state = running()
        let code = CommandParameter(name: "code", title: "Code")
        let phone = CommandParameter(name: "phone", title: "Phone")
        let changed = CommandSummary(Command(id: "login", title: "Log in", parameters: [phone, code]) { _ in nil })
        _ = state.commandsChanged(to: [changed])

        _ = state.finished(1, .failed("a code is needed"))

        #expect(state.form?.fields.map(\.name) == ["phone", "code"])
        #expect(state.form?.fields[0].text == "555")
        #expect(state.remark?.text == "a code is needed")
    }

    @Test func `rebuilding a form keeps a choice made by the person, and otherwise follows the current value`() {
        let note = CommandParameter(name: "note", title: "Note", defaultValue: "")
        let to = CommandParameter(name: "to", title: "To", kind: .choice { [] })
        let changed = CommandSummary(Command(id: "pick", title: "Pick", parameters: [to, note]) { _ in nil })
        let choices = ["a", "b"].map { CommandChoice(value: $0, title: $0, isCurrent: $0 == "a") }
        var chosen: [String] = []

        for picked in ["b", nil] {
            var state = state(pick)
            _ = state.open("pick")
            state.choicesArrived(state.generation, field: 0, .loaded(choices.reversed()))
            if let picked { state.enter(picked, field: 0) }
            _ = state.commandsChanged(to: [changed])
            let current = picked == nil ? "b" : "a"
            let moved = ["a", "b"].map { CommandChoice(value: $0, title: $0, isCurrent: $0 == current) }
            state.choicesArrived(state.generation, field: 0, .loaded(moved))
            chosen.append(state.form?.fields[0].text ?? "")
        }

        #expect(chosen == ["b", "b"])
    }

    @Test func `an error stays when its command changes its parameters right after it`() {
        var state = running()
        _ = state.finished(1, .failed("a code is needed"))
        let code = CommandParameter(name: "code", title: "Code")

        let changed = Command(id: "login", title: "Log in", parameters: [code]) { _ in nil }
        _ = state.commandsChanged(to: [CommandSummary(changed)])

        #expect(state.form?.fields.map(\.name) == ["code"])
        #expect(state.remark?.text == "a code is needed")
    }

    @Test func `a form has its command's new parameters after a run that was cancelled, too`() {
        var state = running()
        let code = CommandParameter(name: "code", title: "Code")
        let changed = Command(id: "login", title: "Log in", parameters: [code]) { _ in nil }
        _ = state.commandsChanged(to: [CommandSummary(changed)])

        _ = state.finished(1, .cancelled)

        #expect(state.form?.fields.map(\.name) == ["code"])
        #expect(state.remark?.text == "'Log in' was cancelled.")
    }

    @Test func `the tools run one command at a time, so that its error and its cancel aren't lost`() {
        let other = CommandSummary(Command(id: "sync", title: "Sync") { _ in nil })
        var state = state(logout, other)
        _ = state.open(.tools)
        _ = state.open("logout")

        let second = state.open("sync")
        #expect(second == [])
        #expect(state.remark?.text == "'Log out' still runs; esc cancels it.")
        #expect(state.leave() == [.cancel(1)])

        _ = state.finished(1, .failed("no network"))
        #expect(state.remark?.text == "no network")
    }

    @Test func `other commands coming and going leave the form as it is`() {
        var state = filledIn()
        let before = state.content

        _ = state.commandsChanged(to: [pick, login])

        #expect(state.content == before)
    }

    @Test func `enter moves to the next empty field without a message`() {
        var state = state(login)
        _ = state.open("login")
        state.enter("555", field: 0)

        let submitted = state.submit(from: 0)
        #expect(submitted == [])
        #expect(state.form?.firstWrong == nil)
        #expect(state.focus?.field == 1)
    }

    @Test func `enter in the last field reports missing values`() {
        var state = state(login)
        _ = state.open("login")

        let submitted = state.submit(from: 1)
        #expect(submitted == [])
        #expect(state.form?.fields.map(\.message) == ["needs a value", "needs a value"])
        #expect(state.focus?.field == 0)
    }

    @Test func `closing drops the entered values`() {
        var state = filledIn()

        state.close()
        _ = state.open("login")

        #expect(state.form == CommandForm(login))
    }
}
