/// A failure during the delivery of a message, and the observer that caused it.
struct ObserverFailure: Hashable, Sendable {
    enum Reason: Hashable, Sendable {
        /// The observer threw; the text is the error's description.
        case threw(String)
        /// Posts were nested too deep, so the last one wasn't delivered.
        ///
        /// The chain names the messages, the outermost first.
        case nestedTooDeep(chain: [String])
    }

    let messageName: String

    /// The place that added the observer; for nesting, of the observer that posted the refused message.
    let site: ObserverSite
    let reason: Reason
}

extension ObserverFailure: CustomStringConvertible {
    /// A sentence with the observer, its place and the failure.
    var description: String {
        switch reason {
        case .threw(let error):
            return "The observer \(site) threw on '\(messageName)': \(error)"
        case .nestedTooDeep(let chain):
            return """
                '\(messageName)' was not delivered: the observer \(site) posted it \(chain.count - 1) posts deep. \
                Chain: \(chain.joined(separator: " > "))
                """
        }
    }
}
