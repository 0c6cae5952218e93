public import FoundationEssentials

/// An address that may be fetched: http or https, with a host, and without a user name or password.
public struct HTTPAddress: Hashable, Sendable, CustomStringConvertible {
    /// The absolute address.
    public let url: URL

    /// Reads an address, which can be relative to another, as a link on a page.
    ///
    /// It has at most 2,048 bytes. A host with other letters than ASCII's is refused: it
    /// has a name in ASCII too, which imitates no other host.
    public init(_ text: String, relativeTo base: HTTPAddress? = nil) throws(HTTPAddressError) {
        guard !text.isEmpty else { throw HTTPAddressError(text, "is empty") }
        guard text.utf8.count <= HTTPAddress.maximumLength else { throw HTTPAddressError(text, "is too long") }
        guard !text.hasHiddenScalars else {
            throw HTTPAddressError(text, "has a control or invisible character in it")
        }
        guard let url = URL(string: text, relativeTo: base?.url)?.absoluteURL else {
            throw HTTPAddressError(text, "is not an address")
        }
        if let host = HTTPAddress.host(text) { try HTTPAddress.check(host, of: text) }
        try self.init(url)
    }

    /// Checks an address that was parsed already.
    public init(_ url: URL) throws(HTTPAddressError) {
        let text = url.absoluteString
        guard text.utf8.count <= HTTPAddress.maximumLength else { throw HTTPAddressError(text, "is too long") }
        guard let scheme = url.scheme?.lowercased(), scheme == "http" || scheme == "https" else {
            throw HTTPAddressError(text, "is not an http or https address")
        }
        guard let host = url.host(percentEncoded: false), !host.isEmpty else {
            throw HTTPAddressError(text, "names no host")
        }
        try HTTPAddress.check(host, of: text)
        if let port = url.port, !(1...65_535).contains(port) {
            throw HTTPAddressError(text, "has the port \(port), and a port is a number from 1 to 65535")
        }
        guard url.user() == nil, url.password() == nil else {
            throw HTTPAddressError(text, "has a name or a password in it")
        }
        self.url = url
    }

    private static let maximumLength = 2048

    /// The host of an address as it is written, which Foundation turns into ASCII in some programs, and libcurl on some
    /// machines.
    private static func host(_ text: String) -> Substring? {
        guard let slashes = text.firstRange(of: "//") else { return nil }
        let scheme = text[..<slashes.lowerBound]
        guard scheme.isEmpty || scheme.hasSuffix(":") else { return nil }
        return text[slashes.upperBound...].prefix { !"/?#".contains($0) }
    }

    private static func check(_ host: some StringProtocol, of text: String) throws(HTTPAddressError) {
        guard host.utf8.allSatisfy({ $0 < 0x80 }) else {
            let rule = "has a host with letters outside ASCII; write its name in ASCII, which begins with xn--"
            throw HTTPAddressError(text, rule)
        }
    }

    /// Whether it's an https address.
    public var isSecure: Bool { url.scheme?.lowercased() == "https" }

    /// Whether it is on this machine, where nobody listens on the way.
    public var isLoopback: Bool {
        let host = url.host()?.lowercased() ?? ""
        let isNumber = host.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || $0 == 0x2E }
        return host == "localhost" || host == "::1" || host == "[::1]" || isNumber && host.hasPrefix("127.")
    }

    /// Whether another address has the same scheme, host and port.
    func hasOrigin(of other: HTTPAddress) -> Bool {
        isSecure == other.isSecure && url.host()?.lowercased() == other.url.host()?.lowercased() && port == other.port
    }

    private var port: Int { url.port ?? (isSecure ? 443 : 80) }

    /// The address as text.
    public var description: String { url.absoluteString }
}

/// An address that can't be fetched, with the rule that it breaks.
public struct HTTPAddressError: Error, Hashable, CustomStringConvertible {
    /// The address as it was written, with any name, password and token hidden.
    public let text: String

    /// The rule, as the end of a sentence about the address.
    public let rule: String

    init(_ text: String, _ rule: String) {
        self.text = text.hidingUser.hidingSecrets
        self.rule = rule
    }

    /// The address and the rule, as a sentence.
    public var description: String { "\(text.quoted) \(rule)" }
}
