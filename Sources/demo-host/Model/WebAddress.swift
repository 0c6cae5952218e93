import HostRuntime

/// A web address that is safe to show: printable ASCII, with the host that it really leads to.
struct WebAddress: Hashable, Sendable {
    /// The whole address, with everything but ASCII escaped as in a browser.
    let text: String
    /// The host in lower case, without the port.
    let host: String
    let prefix: String
    let rest: String
    var isSecure: Bool { prefix == "https://" }
    static let longest = 2048

    init(_ address: String) throws(AddressError) {
        guard address.utf8.count <= WebAddress.longest else { throw .tooLong(address.utf8.count) }
        // Spaces too: a text with one is not an address.
        guard !address.hasHiddenScalars, !address.contains(where: \.isWhitespace) else { throw .unprintable(address) }
        guard let prefix = ["https://", "http://"].first(where: { address.lowercased().hasPrefix($0) }) else {
            throw .otherScheme(address)
        }
        let behind = address.dropFirst(prefix.count)
        let authority = behind.prefix { !["/", "?", "#", "\\"].contains($0) }
        // `https://bank.example@other.example` looks like the first host and leads to the second.
        guard !authority.contains("@") else { throw .namesUser(address) }
        let host = WebAddress.host(of: authority)
        guard let host else { throw .wrongHost(address) }
        self.host = host
        self.prefix = prefix
        rest = WebAddress.escaped(behind.dropFirst(host.count))
        text = prefix + host + rest
    }

    /// Returns the host before an optional port; nil if it is not valid.
    ///
    /// Letters outside of ASCII are refused, because some look like Latin ones;
    /// such a host has a name in ASCII too.
    private static func host(of authority: Substring) -> String? {
        let end = authority.lastIndex(of: ":") ?? authority.endIndex
        let port = authority[end...].dropFirst()
        guard end == authority.endIndex || UInt16(port) != nil && port.allSatisfy(\.isNumber) else { return nil }
        let host = authority[..<end].lowercased()
        let isName = host.utf8.allSatisfy {
            (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2D || $0 == 0x2E
        }
        return isName && host.utf8.count <= 253 && host.contains { $0.isLetter || $0.isNumber } ? host : nil
    }

    private static func escaped(_ text: Substring) -> String {
        let digits = Array("0123456789ABCDEF")
        return text.utf8.reduce(into: "") { result, byte in
            if (0x21...0x7E).contains(byte) {
                result.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                result += "%\(digits[Int(byte >> 4)])\(digits[Int(byte & 15)])"
            }
        }
    }
}
