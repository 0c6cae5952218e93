@testable import HostRuntime

extension CommandRegistry {
    /// Adds a command of a plugin.
    func register(_ id: String = "work", action: @escaping Command.Action) throws {
        try register(Command(id: id, title: id, action: action), owner: .plugin("me"))
    }
}
