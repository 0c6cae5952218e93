/// The texts that a script types in place of secrets, which recordings leave out.
struct SecretStandIns: Hashable, Sendable {
    /// The texts, in the order of the secrets.
    var texts: [String] = []

    /// The text for secrets beyond these; nil for none.
    var other: String?

    /// Returns the text of a secret; numbers count from 1.
    func text(of number: Int) throws(ScriptSecretError) -> String {
        guard number <= texts.count else {
            guard let text = other else { throw ScriptSecretError(number: number, length: 0) }
            return text
        }
        return texts[number - 1]
    }

    /// Returns a character of the text of a secret; positions count from 1.
    ///
    /// They count scalars: a terminal sends an emoji of several one by one, and a field joins them.
    func character(_ position: Int, of number: Int) throws(ScriptSecretError) -> Character {
        let scalars = try text(of: number).unicodeScalars
        guard position <= scalars.count else {
            throw ScriptSecretError(number: number, length: position)
        }
        return Character(scalars[scalars.index(scalars.startIndex, offsetBy: position - 1)])
    }

    /// Returns the problem of each secret whose text is missing or too short, in their order.
    func problems(of script: Script) -> [ScriptError] {
        var needs: [Int: (line: Int, length: Int)] = [:]
        for line in script.lines {
            switch line.step {
            case .typeSecret(let number, let position):
                let known = needs[number]
                needs[number] = (known?.line ?? line.number, max(known?.length ?? 0, position))
            case .pasteSecret(let number):
                if needs[number] == nil { needs[number] = (line.number, 0) }
            default: break
            }
        }
        return needs.sorted { $0.key < $1.key }.compactMap { number, need in
            do throws(ScriptSecretError) {
                if need.length == 0 { _ = try text(of: number) } else { _ = try character(need.length, of: number) }
                return nil
            } catch {
                let rule = ScriptSecretError(number: number, length: need.length).description
                return ScriptError(line: need.line, rule: rule)
            }
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
