public import FoundationEssentials

/// An address that may be fetched: http or https, with a host, and without a user name or password.
public struct HTTPAddress: Hashable, Sendable, CustomStringConvertible {
    /// The absolute address.
    public let url: URL

    /// Reads an address, which can be relative to another, as a link on a page.
    ///
    /// It has at most 2,048 bytes. A host with letters of two alphabets in one word is
    /// refused, as imitations of other hosts have.
    public init(_ text: String, relativeTo base: HTTPAddress? = nil) throws(HTTPAddressError) {
        guard !text.isEmpty else { throw HTTPAddressError(text, "is empty") }
        guard text.utf8.count <= HTTPAddress.maximumLength else { throw HTTPAddressError(text, "is too long") }
        guard !text.hasHiddenScalars else {
            throw HTTPAddressError(text, "has a control or invisible character in it")
        }
        guard let url = URL(string: text, relativeTo: base?.url)?.absoluteURL else {
            throw HTTPAddressError(text, "is not an address")
        }
        if let host = HTTPAddress.host(text), HTTPAddress.mixesAlphabets(host) {
            throw HTTPAddressError(text, HTTPAddress.mixedRule)
        }
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
        guard !HTTPAddress.mixesAlphabets(host) else { throw HTTPAddressError(text, HTTPAddress.mixedRule) }
        if let port = url.port, !(1...65_535).contains(port) {
            throw HTTPAddressError(text, "has the port \(port), and a port is a number from 1 to 65535")
        }
        guard url.user() == nil, url.password() == nil else {
            throw HTTPAddressError(text, "has a name or a password in it")
        }
        self.url = url
    }

    private static let maximumLength = 2048

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

// MARK: - Imitations

extension HTTPAddress {
    private static let mixedRule = "has a host with letters of two alphabets in one word, as imitations have"

    /// The host of an address as it is written, before it is turned into ASCII.
    private static func host(_ text: String) -> Substring? {
        guard let slashes = text.firstRange(of: "//") else { return nil }
        let scheme = text[..<slashes.lowerBound]
        guard scheme.isEmpty || scheme.hasSuffix(":") else { return nil }
        return text[slashes.upperBound...].prefix { !"/?#".contains($0) }
    }

    /// Whether a word of a host has letters of two alphabets in which some letters look the same.
    private static func mixesAlphabets(_ host: some StringProtocol) -> Bool {
        host.split { ".@:-".contains($0) }.contains { word in
            Set(word.unicodeScalars.compactMap(\.alphabet)).count > 1
        }
    }
}

extension Unicode.Scalar {
    fileprivate enum Alphabet { case latin, greek, cyrillic, armenian, cherokee }

    /// The alphabet of a letter, if it has letters that look like those of others.
    fileprivate var alphabet: Alphabet? {
        guard properties.isAlphabetic else { return nil }
        return switch value {
        case ..<0x250, 0x1E00...0x1EFF, 0x2C60...0x2C7F, 0xA720...0xA7FF, 0xFF21...0xFF5A: .latin
        case 0x370...0x3FF, 0x1F00...0x1FFF: .greek
        case 0x400...0x52F, 0x1C80...0x1C8F, 0x2DE0...0x2DFF, 0xA640...0xA69F: .cyrillic
        case 0x530...0x58F: .armenian
        case 0x13A0...0x13FF, 0xAB70...0xABBF: .cherokee
        default: nil
        }
    }
}
