import Foundation

/// The name of a new plugin, from which its type, its target and its id follow.
struct PluginName: Hashable {
    /// The plugin's type, such as `WordCount`.
    let type: String

    /// The plugin's target, such as `WordCountPlugin`.
    var target: String { "\(type)Plugin" }

    /// The plugin's id, such as `word-count`, or `desk-plugin` beside a program `desk`.
    let id: String

    /// The plugin's name for people, such as `Word Count`.
    var title: String { PluginName.words(of: type).joined(separator: " ") }

    /// The most characters of a name; a host takes ids of at most 64.
    static let limit = 40

    /// Creates a name from `WordCount` or `WordCountPlugin`.
    ///
    /// Throws if it can't be the name of a type, with one that can and that isn't
    /// taken where there is one.
    init(_ argument: String, beside names: PackageNames) throws {
        let suffix = "Plugin"
        let name = argument.hasSuffix(suffix) ? String(argument.dropLast(suffix.count)) : argument
        if let rule = PluginName.brokenRule(of: name) {
            let similar = PluginName.similar(to: name)
            // That the name that was meant is taken says more than the rule.
            if PluginName.brokenRule(of: similar) == nil { try names.check(PluginName(type: similar, beside: names)) }
            let allowed = [similar, "Confetti"].filter { PluginName.brokenRule(of: $0) == nil }
            let free = allowed.first { (try? names.check(PluginName(type: $0, beside: names))) != nil }
            throw NewPluginError.invalidName(argument, rule: rule, suggestion: free)
        }
        self.init(type: name, beside: names)
    }

    private init(type: String, beside names: PackageNames) {
        self.type = type
        let id = PluginName.words(of: type).joined(separator: "-").lowercased()
        self.id = names.programs.contains(id) ? "\(id)-plugin" : id
    }

    private static func brokenRule(of name: String) -> String? {
        guard let first = name.first else { return "is empty, apart from the ending 'Plugin' that every target has" }
        guard name.allSatisfy(isLetterOrDigit) else { return "has characters other than ASCII letters and digits" }
        guard first.isUppercase else { return "doesn't begin with a capital letter, as types in Swift do" }
        return name.count > limit ? "has more than \(limit) characters" : nil
    }

    /// Returns a similar name of letters and digits, which may break a rule.
    private static func similar(to name: String) -> String {
        let plain = name.folding(options: .diacriticInsensitive, locale: nil)
        let words = plain.split { !isLetterOrDigit($0) }
        return words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    }

    private static func isLetterOrDigit(_ character: Character) -> Bool {
        character.isASCII && (character.isLetter || character.isNumber)
    }

    /// The words of the type's name: `HTMLClock2` has `HTML` and `Clock2`.
    private static func words(of type: String) -> [String] {
        let letters = Array(type)
        var words: [String] = []
        for (index, letter) in letters.enumerated() {
            let followsSmall = index > 0 && !letters[index - 1].isUppercase
            let precedesSmall = index + 1 < letters.count && letters[index + 1].isLowercase
            if words.isEmpty || (letter.isUppercase && (followsSmall || precedesSmall)) {
                words.append(String(letter))
            } else {
                words[words.count - 1].append(letter)
            }
        }
        return words
    }
}
