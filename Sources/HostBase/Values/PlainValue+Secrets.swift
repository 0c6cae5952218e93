/// The names under which values are most likely secret; a pure rule.
///
/// Settings, stored values and notifications say nothing else about their
/// values, so lists and transcripts go by the name.
package enum SecretName {
    private static let words: Set<String> = [
        "passcode", "passcodes", "passphrase", "passphrases", "passwd", "password", "passwords", "pin", "secret",
        "secrets", "token", "tokens", "credential", "credentials", "cookie", "cookies", "otp", "apikey", "apikeys",
        "accesskey", "accesskeys", "privatekey", "privatekeys", "secretkey", "secretkeys", "amzsignature", "jwt",
        "pass", "pwd", "signingkey", "signingkeys", "sshkey", "sshkeys",
    ]

    /// The parts of which each of the words has one: most names have none, and need no splitting.
    private static let stems = [
        "pass", "pin", "secret", "token", "credential", "cookie", "otp", "api", "access", "private",
        "amz", "jwt", "pwd", "sign", "ssh",
    ].map {
        Array($0.utf8)
    }

    /// Whether a value under a name is most likely secret, such as `password`, `api-key` or `sessionToken`.
    package static func isSecret(_ name: String) -> Bool {
        guard hasStem(name) else { return false }
        let words = words(of: name)
        return words.contains(where: SecretName.words.contains)
            || zip(words, words.dropFirst()).contains { SecretName.words.contains($0 + $1) }
    }

    private static func hasStem(_ name: String) -> Bool {
        var name = name
        return name.withUTF8 { bytes in
            bytes.indices.contains { start in
                stems.contains { stem in
                    guard start + stem.count <= bytes.count else { return false }
                    // Small letters differ from capitals in this bit.
                    return stem.indices.allSatisfy { bytes[start + $0] | 0x20 == stem[$0] }
                }
            }
        }
    }

    /// The words of a name in small letters, as in `session-token`, `sessionToken`, `APIToken` and `token2`.
    private static func words(of name: String) -> [String] {
        let letters = Array(name)
        var words: [String] = []
        var isInWord = false
        for (index, letter) in letters.enumerated() {
            guard letter.isLetter else {
                isInWord = false
                continue
            }
            if isInWord, letter.isUppercase {
                // A capital begins a word, unless it stands among others: `APIToken` is `API` and `Token`.
                let followsSmall = !letters[index - 1].isUppercase
                let precedesSmall = index + 1 < letters.count && letters[index + 1].isLowercase
                isInWord = !followsSmall && !precedesSmall
            }
            if !isInWord { words.append("") }
            words[words.count - 1] += letter.lowercased()
            isInWord = true
        }
        return words
    }
}

extension PlainValue {
    /// The text in place of a secret.
    package static let hidden: PlainValue = .string(.hidden)

    /// Returns the value with `•••` in place of each part whose name says that it's secret, and of what texts say is secret.
    package func hidingSecrets(under name: String = "") -> PlainValue {
        if SecretName.isSecret(name) { return .hidden }
        switch self {
        case .null, .bool, .int, .double: return self
        case .string(let text): return .string(text.hidingSecrets)
        case .array(let values): return .array(values.map { $0.hidingSecrets() })
        case .dictionary(let values):
            return .dictionary(
                values.reduce(into: [:]) { result, value in
                    result[value.key] = value.value.hidingSecrets(under: value.key)
                }
            )
        }
    }
}
