import FoundationEssentials

/// The address that advertisements are fetched from.
struct FeedAddress: Hashable, Sendable {
    let text: String

    init(_ text: String) throws(FeedAddressError) {
        guard let url = URL(string: text), let scheme = url.scheme?.lowercased(), let host = url.host(),
            scheme == "http" || scheme == "https", !host.isEmpty
        else {
            // A text that is no address may still have a password in it.
            throw .notAnAddress(text.contains("@") ? nil : text)
        }
        guard url.user() == nil, url.password() == nil else { throw .namesUser }
        if let port = url.port, !(1...65535).contains(port) { throw .wrongPort(port) }
        self.text = text
    }
}

/// The rule that a feed's address breaks, as the end of a sentence that begins with the option.
enum FeedAddressError: Error, Hashable, Sendable {
    /// With the text, unless it may hold a password.
    case notAnAddress(String?)
    case namesUser
    case wrongPort(Int)
}

extension FeedAddressError: CustomStringConvertible {
    var description: String {
        switch self {
        case .notAnAddress(let text): "is an http or https address" + (text.map { ", not '\($0)'" } ?? "")
        case .namesUser: "takes no name and no password in the address; leave them out"
        case .wrongPort(let port): "has the port \(port), and a port is a number from 1 to 65535"
        }
    }
}
