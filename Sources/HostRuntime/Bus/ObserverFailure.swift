/// What went wrong while a message was delivered, and in whose observer.
public struct ObserverFailure: Hashable, Sendable {
    /// What went wrong.
    public enum Reason: Hashable, Sendable {
        /// The observer threw; the text is the error's description.
        case threw(String)
        /// Posts were nested too deep, so this one was not delivered.
        ///
        /// The chain names the messages, the outermost first, the refused one last.
        case nestedTooDeep(chain: [String])
    }

    /// The message's name.
    public let messageName: String

    /// Who the observer was made for; for nesting, the observer that posted the refused message.
    public let owner: Owner

    /// The file where the observer was made, as `Module/File.swift`; empty where none is known.
    public let file: String

    /// The line there.
    public let line: Int

    /// What went wrong.
    public let reason: Reason

    init(messageName: String, site: ObserverSite?, reason: Reason) {
        self.messageName = messageName
        owner = site?.owner ?? .host
        file = site?.file ?? ""
        line = site?.line ?? 0
        self.reason = reason
    }
}

extension ObserverFailure: CustomStringConvertible {
    /// One line that names the observer, its place and what happened.
    public var description: String {
        let who = owner == .host ? "" : " of '\(owner)'"
        switch reason {
        case .threw(let error):
            return "The observer\(who) at \(file):\(line) threw on '\(messageName)': \(error)"
        case .nestedTooDeep(let chain):
            return """
                '\(messageName)' was not delivered: the observer\(who) at \(file):\(line) posted it \
                \(chain.count - 1) posts deep. Chain: \(chain.joined(separator: " > "))
                """
        }
    }
}
