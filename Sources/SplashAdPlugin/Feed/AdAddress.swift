import FoundationEssentials

/// An address that may be fetched: http or https, with a host, and without a user name or password.
struct AdAddress: Hashable, Sendable, CustomStringConvertible {
    let url: URL

    /// Reads an address, which can be relative to another, as a link on a page.
    init(_ text: String, relativeTo base: AdAddress? = nil) throws(AdAddressError) {
        guard !text.isEmpty else { throw AdAddressError(text, "is empty") }
        guard text.utf8.count <= AdAddress.maximumLength else { throw AdAddressError(text, "is too long") }
        guard !text.isDisruptive else { throw AdAddressError(text, "has a control character in it") }
        guard let url = URL(string: text, relativeTo: base?.url)?.absoluteURL else {
            throw AdAddressError(text, "is not an address")
        }
        try self.init(url)
    }

    /// Checks an address that was parsed already, such as the target of a redirect.
    init(_ url: URL) throws(AdAddressError) {
        let text = url.absoluteString
        guard text.utf8.count <= AdAddress.maximumLength else { throw AdAddressError(text, "is too long") }
        guard let scheme = url.scheme?.lowercased(), scheme == "http" || scheme == "https" else {
            throw AdAddressError(text, "is not an http or https address")
        }
        guard let host = url.host(), !host.isEmpty else { throw AdAddressError(text, "names no host") }
        if let port = url.port, !(1...65_535).contains(port) {
            throw AdAddressError(text, "has the port \(port), and a port is a number from 1 to 65535")
        }
        guard url.user() == nil, url.password() == nil else {
            throw AdAddressError(text, "has a name or a password in it")
        }
        self.url = url
    }

    private static let maximumLength = 2048

    var description: String { url.absoluteString }
}

/// An address that can't be fetched, with the rule that it breaks.
struct AdAddressError: Error, Hashable, CustomStringConvertible {
    /// The address as it was written, with any name and password hidden.
    let text: String
    let rule: String

    init(_ text: String, _ rule: String) {
        self.text = text.hidingUser
        self.rule = rule
    }

    var description: String { "\(text.quoted) \(rule)" }
}
