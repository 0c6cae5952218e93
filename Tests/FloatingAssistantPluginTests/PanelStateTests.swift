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

    @Test func `a command that has given its answer while the panel was closed runs again`() {
        var state = state(logout)
        _ = state.open("logout")
        state.close()
        _ = state.finished(1, .finished(nil))

        let effects = state.open("logout")

        #expect(effects.first == .run(2, command: "logout", values: [:]))
    }

    @Test func `leaving cancels what runs first, and then closes`() {
        var state = filledIn()
        _ = state.submit()

        let first = state.leave()
        _ = state.finished(1, .cancelled)
        #expect(state.remark == PanelState.Remark(text: "'Log in' was cancelled.", isError: false))
        #expect(state.form?.fields[0].text == "555")
        let second = state.leave()

        #expect(first == [.cancel(1)])
        #expect(second == [])
        #expect(state.page == .closed)
    }

    @Test func `a run without a form that is cancelled is said on a page of its own`() {
        var state = state(logout)
        _ = state.open("logout")

        _ = state.finished(1, .cancelled)

        #expect(
            notice(state) == PanelState.Notice(title: "Log out", text: "'Log out' was cancelled.", kind: .cancelled)
        )
    }

    @Test func `a panel that gives way may run the command anew`() {
        var state = state(logout)
        _ = state.open("logout")

        state.giveWay()
        let effects = state.open("logout")
        _ = state.finished(1, .finished("late"))

        #expect(effects.first == .run(2, command: "logout", values: [:]))
        #expect(state.run?.number == 2)
    }

    @Test func `progress is shown when a run takes long, without secrets`() {
        var state = filledIn()
        _ = state.submit()

        state.progressed(1, CommandProgress(fraction: 0.5, text: "trying secret"))
        #expect(state.run?.isLong == false)
        state.takesLong(1)

        #expect(state.run?.isLong == true)
        #expect(state.run?.progress == CommandProgress(fraction: 0.5, text: "trying •••"))
    }

    @Test func `all that a command says of its parameters stands at the fields, and the first one gets the keyboard`() {
        var state = filledIn()
        _ = state.submit()
        let problems = [CommandFieldError("password", "is not secret"), CommandFieldError("phone", "is unknown")]

        _ = state.finished(1, .failed("all of it", problems))

        #expect(state.form?.fields.map(\.message) == ["is unknown", "is not •••"])
        #expect(state.focus?.field == 0)
        #expect(state.remark == nil)
    }

    @Test func `what a command says of a parameter that the form has not is said below it`() {
        var state = filledIn()
        _ = state.submit()

        _ = state.finished(1, .failed("'colour' is odd", [CommandFieldError("colour", "is odd")]))

        #expect(state.remark?.text == "'colour' is odd")
    }

    @Test func `an error is not said any more when something is edited`() {
        var state = filledIn()
        _ = state.submit()
        _ = state.finished(1, .failed("wrong"))

        state.enter("556", field: 0)

        #expect(state.remark == nil)
    }

    @Test(arguments: [(String(repeating: "x", count: 61), false), ("two\nlines", false), ("short", true)])
    func `a result that a glance is not enough for stays until a key`(text: String, isBrief: Bool) {
        var state = filledIn()
        _ = state.submit()

        let effects = state.finished(1, .finished(text))

        #expect(effects == (isBrief ? [.wait(state.generation)] : []))
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
    func `what was chosen is done after the login has succeeded`(isOn: Bool, change: PanelState.LoginChange) {
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

    @Test func `why the login at start failed stands in its form`() {
        var state = loginState(problem: "wrong")
        #expect(state.form?.note == "wrong")

        state.loginChanged(to: PanelState.Login(command: "login", isKept: true, problem: nil))

        #expect(state.form?.note == nil)
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
        #expect(state.remark == PanelState.Remark(text: "wrong"))
        #expect(state.form?.fields[0].text == "555")
        #expect(!state.isRunning)
    }

    @Test func `a secret that a command repeats is not shown`() {
        var state = filledIn()
        _ = state.submit()

        _ = state.finished(1, .failed("no such password: secret!"))

        #expect(state.remark?.text == "no such password: •••!")
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

    @Test func `a form whose command is gone says so, stays readable and does nothing`() {
        var state = filledIn()

        _ = state.commandsChanged(to: [logout])
        state.enter("556", field: 0)
        let submitted = state.submit()

        #expect(state.remark?.text == "'Log in' is not offered any more.")
        #expect(state.form?.fields[0].text == "556")
        #expect(submitted == [])
    }

    @Test func `a form whose command is back goes on`() {
        var state = filledIn()
        _ = state.commandsChanged(to: [logout])

        let effects = state.commandsChanged(to: [login])

        #expect(effects == [])
        #expect(state.remark == nil)
        #expect(state.form?.fields[0].text == "555")
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
        #expect(state.form?.firstWrong == nil)
        #expect(state.focus?.field == 1)
    }

    @Test func `enter in the last field says what is missing`() {
        var state = state(login)
        _ = state.open("login")

        let submitted = state.submit(from: 1)
        #expect(submitted == [])
        #expect(state.form?.fields.map(\.message) == ["needs a value", "needs a value"])
        #expect(state.focus?.field == 0)
    }

    @Test func `closing forgets what was entered`() {
        var state = filledIn()

        state.close()
        _ = state.open("login")

        #expect(state.form == CommandForm(login))
    }

    // MARK: - What cannot be run now

    private func refused(_ parameters: [CommandParameter] = []) -> PanelState {
        var state = PanelState()
        let command = Command(id: "order", title: "Place the order", parameters: parameters) { _ in nil }
        _ = state.commandsChanged(to: [Tool(command, refusal: "The order is empty.")])
        return state
    }

    @Test func `a route to what cannot be run now says why, and asks for nothing`() {
        var state = refused([CommandParameter(name: "note", title: "Note")])

        let effects = state.open("order")

        #expect(effects == [])
        let notice = PanelState.Notice(title: "Place the order", text: "The order is empty.", kind: .unavailable)
        #expect(state.page == .notice(notice))
    }

    @Test func `in the tools it is said below the list`() {
        var state = refused()
        _ = state.openTools()

        let effects = state.open("order")

        #expect(effects == [])
        #expect(state.page == .tools)
        #expect(state.remark == PanelState.Remark(text: "The order is empty."))
    }
}
