import HostRuntime
import Testing

@testable import FloatingAssistantPlugin

@Suite struct PanelStateTests {
    private let login = Tool(
        Command(
            id: "login",
            title: "Log in",
            parameters: [
                CommandParameter(name: "phone", title: "Phone"),
                CommandParameter(name: "password", title: "Password", kind: .secret),
            ]
        ) { _ in nil }
    )
    private let logout = Tool(Command(id: "logout", title: "Log out") { _ in nil })
    private let pick = Tool(
        Command(
            id: "pick",
            title: "Pick",
            parameters: [CommandParameter(name: "to", title: "To", kind: .choice { [] })]
        ) { _ in nil }
    )

    private func state(_ tools: Tool...) -> PanelState {
        var state = PanelState()
        _ = state.commandsChanged(to: tools)
        return state
    }

    private func filledIn() -> PanelState {
        var state = state(login, logout)
        _ = state.open("login")
        state.enter("555", field: 0)
        state.enter("secret", field: 1)
        return state
    }

    private func notice(_ state: PanelState) -> PanelState.Notice? {
        if case .notice(let notice) = state.page { notice } else { nil }
    }

    @Test func `a command with parameters opens its form`() {
        var state = state(login)

        let effects = state.open("login")
        #expect(effects == [])
        #expect(state.form == CommandForm(login))
    }

    @Test func `a command without parameters runs at once`() {
        var state = state(logout)

        let effects = state.open("logout")
        #expect(effects == [.run(1, command: "logout", values: [:])])
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

    @Test func `a command that nobody offers is named`() {
        var state = state(login)

        _ = state.open("session.login")

        #expect(notice(state)?.kind == .missing("session.login"))
        #expect(notice(state)?.text.hasPrefix("Nobody here offers 'session.login'.") == true)
    }

    @Test func `a form that was waited for opens when it is offered`() {
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
        #expect(state.page == .tools)
    }

    @Test func `two quick submissions run once`() {
        var state = filledIn()

        let submitted = state.submit()
        #expect(submitted == [.run(1, command: "login", values: ["phone": "555", "password": "secret"])])
        let submitted2 = state.submit()
        #expect(submitted2 == [])
    }

    @Test func `a command that still runs when the panel has closed is not run a second time`() {
        var state = filledIn()
        _ = state.submit()
        state.close()
        _ = state.open("login")
        state.enter("555", field: 0)
        state.enter("secret", field: 1)

        let submitted = state.submit()
        #expect(submitted == [])
        #expect(state.problem == "'Log in' is still running.")
        _ = state.finished(1, .finished(nil))
        let submitted2 = state.submit()
        #expect(submitted2 == [.run(2, command: "login", values: ["phone": "555", "password": "secret"])])
    }

    @Test func `a result is shown for a while`() {
        var state = filledIn()
        _ = state.submit()

        let effects = state.finished(1, .finished("Welcome"))

        #expect(effects == [.wait(state.generation)])
        #expect(notice(state) == PanelState.Notice(title: "Log in", text: "Welcome", kind: .done))
        state.timeReached(state.generation)
        #expect(state.page == .closed)
    }

    @Test func `a time that is over for another page closes nothing`() {
        var state = filledIn()
        _ = state.submit()
        _ = state.finished(1, .finished("Welcome"))
        let generation = state.generation
        _ = state.openTools()

        state.timeReached(generation)

        #expect(state.page == .tools)
    }

    @Test func `a command with nothing to say closes the panel`() {
        var state = filledIn()
        _ = state.submit()

        let answered = state.finished(1, .finished(nil))
        #expect(answered == [])
        #expect(state.page == .closed)
    }

    @Test func `an error stays, with what was entered`() {
        var state = filledIn()
        _ = state.submit()

        let answered = state.finished(1, .failed("wrong"))
        #expect(answered == [])
        #expect(state.problem == "wrong")
        #expect(state.form?.fields[0].text == "555")
        #expect(!state.isRunning)
    }

    @Test func `a secret that a command repeats is not shown`() {
        var state = filledIn()
        _ = state.submit()

        _ = state.finished(1, .failed("no such password: secret!"))

        #expect(state.problem == "no such password: •••!")
    }

    @Test(arguments: [PanelState.Outcome.finished("text"), .finished(nil), .failed("wrong")])
    func `an answer that comes after the panel closed changes nothing that is seen`(outcome: PanelState.Outcome) {
        var state = filledIn()
        _ = state.submit()
        state.close()
        let generation = state.generation

        let answered = state.finished(1, outcome)
        #expect(answered == [])
        #expect(state.page == .closed)
        #expect(state.generation == generation)
    }

    @Test func `a form whose command is gone says so`() {
        var state = filledIn()

        _ = state.commandsChanged(to: [logout])

        #expect(notice(state)?.text == "'Log in' is not offered any more.")
        let submitted = state.submit()
        #expect(submitted == [])
    }

    @Test func `a command may take itself away while it runs`() {
        var state = filledIn()
        _ = state.submit()

        _ = state.commandsChanged(to: [logout])
        _ = state.finished(1, .finished("Welcome"))

        #expect(notice(state)?.text == "Welcome")
    }

    @Test func `an error of a command that took itself away is a page of its own`() {
        var state = filledIn()
        _ = state.submit()
        _ = state.commandsChanged(to: [])

        _ = state.finished(1, .failed("wrong"))

        #expect(notice(state) == PanelState.Notice(title: "Log in", text: "wrong", kind: .failed))
    }

    @Test func `other commands coming and going leave the form as it is`() {
        var state = filledIn()
        let before = state.page

        _ = state.commandsChanged(to: [pick, login])

        #expect(state.page == before)
    }

    @Test func `enter leads on to the next empty field without a reproach`() {
        var state = state(login)
        _ = state.open("login")
        state.enter("555", field: 0)

        let submitted = state.submit(from: 0)
        #expect(submitted == [])
        #expect(state.problem == nil)
        #expect(state.problemField == 1)
    }

    @Test func `enter in the last field says what is missing`() {
        var state = state(login)
        _ = state.open("login")

        let submitted = state.submit(from: 1)
        #expect(submitted == [])
        #expect(state.problem == "Phone is needed.")
        #expect(state.problemField == 0)
    }

    @Test func `closing forgets what was entered`() {
        var state = filledIn()

        state.close()
        _ = state.open("login")

        #expect(state.form == CommandForm(login))
    }
}
