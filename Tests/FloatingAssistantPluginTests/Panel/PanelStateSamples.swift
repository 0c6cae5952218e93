import HostRuntime

@testable import FloatingAssistantPlugin

/// The commands and states that tests of the panel's state begin with.
protocol PanelStateSamples {}

extension PanelStateSamples {
    var login: CommandSummary {
        CommandSummary(
            Command(
                id: "login",
                title: "Log in",
                parameters: [
                    CommandParameter(name: "phone", title: "Phone"),
                    CommandParameter(name: "password", title: "Password", kind: .secret),
                ]
            ) { _ in nil }
        )
    }
    var logout: CommandSummary { CommandSummary(Command(id: "logout", title: "Log out") { _ in nil }) }
    var pick: CommandSummary {
        CommandSummary(
            Command(
                id: "pick",
                title: "Pick",
                parameters: [CommandParameter(name: "to", title: "To", kind: .choice { [] })]
            ) { _ in nil }
        )
    }

    func state(_ tools: CommandSummary...) -> PanelState {
        var state = PanelState()
        _ = state.commandsChanged(to: tools)
        return state
    }

    /// A state in which the form of the login is open.
    func filledIn() -> PanelState {
        var state = state(login, logout)
        _ = state.open("login")
        return state
    }

    var values: [String: PlainValue] { ["phone": "555", "password": "secret"] }

    /// A state in which the login runs.
    func running() -> PanelState {
        var state = filledIn()
        _ = state.submit(values)
        return state
    }

    func notice(_ state: PanelState) -> PanelState.Notice? {
        if case .notice(let notice) = state.content { notice } else { nil }
    }
}
