/// The exchange of lines that opens a bus connection: SASL with the mechanism EXTERNAL.
///
/// It has one way to succeed and no second try: a bus that does not take the
/// user as the kernel names him has nothing to tell us.
struct DBusHandshake {
    /// What a piece of the answer led to.
    enum Step: Equatable, Sendable {
        /// The line is not complete yet.
        case incomplete
        /// The bus said yes; send `begin`, and read the rest as messages.
        case accepted(rest: [UInt8])
        /// The bus said something else; the connection is of no use.
        case refused(String)
    }

    /// The longest line that is waited for.
    static let longestLine = 4096

    /// What is sent once the bus has accepted.
    static let begin = Array("BEGIN\r\n".utf8)

    /// What is sent first: the byte that carries credentials, and the user's number in hex digits.
    let opening: [UInt8]

    private let expectedGUID: String?
    private var line: [UInt8] = []

    init(userID: UInt32, expectedGUID: String? = nil) {
        let digits = String(userID).utf8.map { String($0, radix: 16) }.joined()
        opening = [0] + Array("AUTH EXTERNAL \(digits)\r\n".utf8)
        self.expectedGUID = expectedGUID
    }

    /// Takes further bytes of the answer.
    ///
    /// After a step other than `incomplete` there is nothing more to take.
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
        guard expectedGUID == nil || expectedGUID.map({ words[1] == $0 }) == true else {
            return .refused("the bus is not the one that its address names")
        }
        return .accepted(rest: Array(line[(end + 2)...]))
    }

    private func isGUID(_ word: Substring) -> Bool {
        word.utf8.count == 32 && word.allSatisfy { $0.isASCII && $0.isHexDigit }
    }
}
