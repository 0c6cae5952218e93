/// A failure during the delivery of a message, and the observer that caused it.
struct ObserverFailure: Hashable, Sendable {
    /// The reason of the failure.
    enum Reason: Hashable, Sendable {
        /// The observer threw; the text is the error's description.
        case threw(String)
        /// Posts were nested too deep, so the last one wasn't delivered.
        ///
        /// The chain names the messages, the outermost first.
        case nestedTooDeep(chain: [String])
    }

    /// The message's name.
    let messageName: String

    /// The owner of the observer; for nesting, of the observer that posted the refused message.
    let owner: Owner

    /// The file that added the observer, as `Module/File.swift`; empty if unknown.
    let file: String

    /// The line that added the observer.
    let line: Int

    /// The reason of the failure.
    let reason: Reason

    init(messageName: String, site: ObserverSite?, reason: Reason) {
        self.messageName = messageName
        owner = site?.owner ?? .host
        file = site?.file ?? ""
        line = site?.line ?? 0
        self.reason = reason
    }
}

extension ObserverFailure: CustomStringConvertible {
    /// A sentence with the observer, its place and the failure.
    var description: String {
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
