/// An address on the web that is safe to show: printable ASCII, with the host that it really leads to.
struct WebAddress: Hashable, Sendable {
    /// The whole address, in which what is not ASCII is escaped, as a browser does it.
    let text: String

    /// The site that it leads to, in lower case, without the port.
    let host: String

    /// What stands before the host.
    let prefix: String

    /// What stands behind the host.
    let rest: String

    /// Whether nobody on the way can read or change the page.
    var isSecure: Bool { prefix == "https://" }

    /// How many bytes an address has at most.
    static let longest = 2048

    /// Reads an address of the web; throws the first rule that is broken.
    init(_ address: String) throws(AddressError) {
        guard address.utf8.count <= WebAddress.longest else { throw .tooLong(address.utf8.count) }
        // Spaces count as well: an address with one in it is two words of something else.
        let isBroken = address.unicodeScalars.contains {
            $0.properties.generalCategory == .control || $0.properties.isWhitespace
        }
        guard !isBroken else { throw .unprintable(address) }
        guard let prefix = ["https://", "http://"].first(where: { address.lowercased().hasPrefix($0) }) else {
            throw .otherScheme(address)
        }
        let behind = address.dropFirst(prefix.count)
        let authority = behind.prefix { !["/", "?", "#", "\\"].contains($0) }
        // `https://bank.example@other.example` leads to the second one and looks like the first.
        guard !authority.contains("@") else { throw .namesUser(address) }
        let host = WebAddress.host(of: authority)
        guard let host else { throw .wrongHost(address) }
        self.host = host
        self.prefix = prefix
        rest = WebAddress.escaped(behind.dropFirst(host.count))
        text = prefix + host + rest
    }

    /// The host before an optional port; nil where it is none.
    ///
    /// Letters of other alphabets that look like Latin ones are refused: such a
    /// host has a name in ASCII, too.
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
