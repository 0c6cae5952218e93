/// The name of a new plugin, from which its type, its target and its id follow.
struct PluginName: Hashable {
    /// The plugin's type, such as `WordCount`.
    let type: String

    /// The plugin's target, such as `WordCountPlugin`.
    var target: String { "\(type)Plugin" }

    /// The plugin's id, such as `word-count`.
    var id: String { PluginName.words(of: type).joined(separator: "-").lowercased() }

    /// The plugin's name for people, such as `Word Count`.
    var title: String { PluginName.words(of: type).joined(separator: " ") }

    /// The most characters of a name; a host takes ids of at most 64.
    static let limit = 40

    /// Creates a name from `WordCount` or `WordCountPlugin`; nil if it can't be the name of a type.
    init?(_ argument: String) {
        let suffix = "Plugin"
        let name = argument.hasSuffix(suffix) ? String(argument.dropLast(suffix.count)) : argument
        guard name.wholeMatch(of: /[A-Z][A-Za-z0-9]*/) != nil, name.count <= PluginName.limit else { return nil }
        type = name
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
