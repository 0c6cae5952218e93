/// The exchange of lines that opens a bus connection: SASL with the mechanism EXTERNAL.
///
/// There is no second try: a bus that doesn't accept the user whom the kernel
/// names is of no use.
struct DBusHandshake {
    enum Step: Equatable, Sendable {
        case incomplete
        /// The bus accepted; send `begin`, and parse the rest as messages.
        case accepted(rest: [UInt8])
        /// The bus refused; the connection is of no use.
        case refused(String)
    }

    static let longestLine = 4096

    /// The bytes to send when the bus has accepted.
    static let begin = Array("BEGIN\r\n".utf8)

    /// The bytes to send first: the byte that carries credentials, and the user's id in hex digits.
    let opening: [UInt8]

    private var line: [UInt8] = []

    init(userID: UInt32) {
        let digits = String(userID).utf8.map { String($0, radix: 16) }.joined()
        opening = [0] + Array("AUTH EXTERNAL \(digits)\r\n".utf8)
    }

    /// Handles further bytes of the answer.
    ///
    /// Don't call this again after a step other than `incomplete`.
    mutating func receive(_ bytes: some Sequence<UInt8>) -> Step {
        line.append(contentsOf: bytes)
        let end = line.indices.dropLast().first { line[$0] == 13 && line[$0 + 1] == 10 }
        guard (end ?? line.count) <= DBusHandshake.longestLine else {
            return .refused("the answer to the login is too long")
        }
        guard let end else { return .incomplete }
        let answer = String(decoding: line[..<end], as: UTF8.self)
        let words = answer.split(separator: " ")
        guard words.count == 2, words[0] == "OK", isGUID(words[1]) else {
            return .refused("the bus answered the login with '\(answer.printableASCII)'")
        }
        return .accepted(rest: Array(line[(end + 2)...]))
    }

    private func isGUID(_ word: Substring) -> Bool {
        word.utf8.count == 32 && word.allSatisfy { $0.isASCII && $0.isHexDigit }
    }
}
