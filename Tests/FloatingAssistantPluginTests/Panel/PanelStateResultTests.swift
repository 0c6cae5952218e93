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

        let submitted = state.submit(values, keepsLogin: isOn)
        state.close()
        let finished = state.finished(1, .finished(nil))

        #expect(submitted.first == .run(1, command: "login", values: values))
        #expect(finished == [.changeLogin(change)])
    }

    @Test(arguments: [.failed("wrong"), .cancelled] as [CommandOutcome])
    func `a login that has not succeeded is not kept`(outcome: CommandOutcome) {
        var state = loginState()
        _ = state.submit(values, keepsLogin: true)

        let finished = state.finished(1, outcome)

        #expect(finished == [])
    }

    @Test func `the form shows why the login at start failed`() {
        var state = loginState(problem: "wrong")
        #expect(state.form?.problem == "wrong")

        state.loginChanged(to: PanelState.Login(command: "login", isKept: true, problem: nil))

        #expect(state.form?.problem == nil)
    }

    @Test func `a long error beside the form is whole`() {
        var state = running()
        let text = String(repeating: "x", count: 5_000)

        _ = state.finished(1, .failed(text))

        #expect(state.remark?.text == text)
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

    @Test func `an error stays with the form`() {
        var state = running()

        let answered = state.finished(1, .failed("wrong"))
        #expect(answered == [])
        #expect(state.remark == PanelState.Remark("wrong"))
        #expect(state.form?.command == "login")
        #expect(!state.isRunning)
    }

    @Test(arguments: [CommandOutcome.finished("text"), .finished(nil), .failed("wrong")])
    func `a result that arrives after the panel closed changes nothing visible`(outcome: CommandOutcome) {
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
        state.edited()
        let submitted = state.submit(values)

        #expect(state.remark?.text == "'Log in' is not offered any more.")
        #expect(state.form?.command == "login")
        #expect(submitted == [])
    }

    @Test func `a form works again when its command is back`() {
        var state = filledIn()
        _ = state.commandsChanged(to: [logout])

        let effects = state.commandsChanged(to: [login])

        #expect(effects == [.updateForm])
        #expect(state.remark == nil)
        #expect(state.form?.command == "login")
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

    @Test func `an error stays when its command changes its parameters right after it`() {
        var state = running()
        _ = state.finished(1, .failed("a code is needed"))
        let code = CommandParameter(name: "code", title: "Code")

        let changed = Command(id: "login", title: "Log in", parameters: [code]) { _ in nil }
        let effects = state.commandsChanged(to: [CommandSummary(changed)])

        #expect(effects == [.updateForm])
        #expect(state.remark?.text == "a code is needed")
    }

    @Test func `the tools run several commands, and show the error of the one that was chosen last`() {
        let other = CommandSummary(Command(id: "sync", title: "Sync") { _ in nil })
        var state = state(logout, other)
        _ = state.open(.tools)
        _ = state.open("logout")
        state.takeLong([1])

        let second = state.open("sync")
        #expect(second.first == .run(2, command: "sync", values: [:]))
        #expect(state.otherWork.map(\.title) == ["Log out"])
        _ = state.finished(1, .failed("no network"))
        #expect(state.remark == nil)
        #expect(state.otherWork.map(\.summary) == ["failed"])
        _ = state.finished(2, .failed("no disk"))

        #expect(state.remark == PanelState.Remark("Sync: no disk"))
    }

    @Test func `an error in the tools goes when another command is selected`() {
        var state = state(logout)
        _ = state.open(.tools)
        _ = state.open("logout")
        _ = state.finished(1, .failed("no network"))

        state.selected()

        #expect(state.remark == nil)
    }

    @Test func `other commands coming and going leave the form as it is`() {
        var state = filledIn()
        let before = state.content

        _ = state.commandsChanged(to: [pick, login])

        #expect(state.content == before)
    }
}
