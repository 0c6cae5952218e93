import Foundation

/// The name of a new plugin, from which its type, its target and its id follow.
struct PluginName: Hashable {
    /// The plugin's type, such as `WordCount`.
    let type: String

    /// The plugin's target, such as `WordCountPlugin`.
    var target: String { "\(type)Plugin" }

    /// The plugin's id, such as `word-count`.
    var id: String { words.joined(separator: "-").lowercased() }

    /// The plugin's name for people, such as `Word Count`.
    var title: String { words.joined(separator: " ") }

    /// The most characters of a name; a host takes ids of at most 64.
    static let limit = 40

    /// Creates a name from `WordCount` or `WordCountPlugin`; throws if it can't be the name of a type.
    init(_ argument: String) throws {
        let suffix = "Plugin"
        let name = argument.hasSuffix(suffix) ? String(argument.dropLast(suffix.count)) : argument
        if let rule = PluginName.brokenRule(of: name) {
            throw NewPluginError.invalidName(argument, rule: rule, suggestion: PluginName.suggestion(for: name))
        }
        type = name
    }

    private static func brokenRule(of name: String) -> String? {
        guard let first = name.first else { return "is empty, apart from the ending 'Plugin' that every target has" }
        guard name.allSatisfy(isLetterOrDigit) else { return "has characters other than ASCII letters and digits" }
        guard first.isUppercase else { return "doesn't begin with a capital letter, as types in Swift do" }
        return name.count > limit ? "has more than \(limit) characters" : nil
    }

    /// Returns a name that is allowed and similar; nil if there is none.
    private static func suggestion(for name: String) -> String? {
        let plain = name.folding(options: .diacriticInsensitive, locale: nil)
        let words = plain.split { !isLetterOrDigit($0) }
        let similar = words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
        return brokenRule(of: similar) == nil ? similar : nil
    }

    private static func isLetterOrDigit(_ character: Character) -> Bool {
        character.isASCII && (character.isLetter || character.isNumber)
    }

    /// The words of the type's name: `HTMLClock2` has `HTML` and `Clock2`.
    private var words: [String] {
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
