/// The texts that a script types in place of secrets, which recordings leave out.
struct SecretStandIns: Hashable, Sendable {
    /// The texts, in the order of the secrets.
    private let texts: [String]

    /// The text for secrets beyond these; nil for none.
    private let other: String?

    /// The number of characters of each secret that were typed.
    private var typed: [Int: Int] = [:]

    init(texts: [String] = [], other: String? = nil) {
        self.texts = texts
        self.other = other
    }

    /// Returns the text of a secret; numbers count from 1.
    func text(of number: Int) throws(ScriptSecretError) -> String {
        guard let text = number <= texts.count ? texts[number - 1] : other else {
            throw ScriptSecretError(number: number, length: 0)
        }
        return text
    }

    /// Returns the character of a secret's text after the one that was typed last.
    ///
    /// It's a scalar: a terminal sends an emoji of several one by one, and a field joins them.
    mutating func nextCharacter(of number: Int) throws(ScriptSecretError) -> Character {
        typed[number, default: 0] += 1
        let length = typed[number, default: 0]
        guard let scalar = try text(of: number).unicodeScalars.dropFirst(length - 1).first else {
            throw ScriptSecretError(number: number, length: length)
        }
        return Character(scalar)
    }

    /// Returns the problem of each secret whose text is missing or too short, in their order.
    func problems(of script: Script) -> [ScriptError] {
        var needs: [Int: (line: Int, length: Int)] = [:]
        for line in script.lines {
            switch line.step {
            case .typeSecret(let number): needs[number, default: (line.number, 0)].length += 1
            case .pasteSecret(let number): needs[number, default: (line.number, 0)].length += 0
            default: break
            }
        }
        return needs.sorted { $0.key < $1.key }.compactMap { number, need in
            let length = (try? text(of: number))?.unicodeScalars.count
            guard length.map({ $0 < need.length }) ?? true else { return nil }
            let rule = ScriptSecretError(number: number, length: need.length).description
            return ScriptError(line: need.line, rule: rule)
        }
    }
}

/// A secret of a script without a text that stands in for it.
struct ScriptSecretError: Error, Hashable, CustomStringConvertible {
    /// The number of the secret, from 1.
    let number: Int

    /// The number of characters that the text needs; 0 if any text will do.
    let length: Int

    var description: String {
        let size = length == 0 ? "" : " of \(length.of("character")) or more"
        return "types secret \(number), which a recording leaves out; give a text\(size) in its place with"
            + " --secret TEXT, once for each secret, or in SCRIPT_SECRET for all"
    }
}
