/// The spelling of the names that people type in scripts, options and settings.
///
/// The ids of plugins and commands, and the names of parameters and services,
/// follow it. Titles may be any text.
package enum NameRule {
    /// The maximum number of characters.
    static let limit = 64

    /// Returns the rule that a name breaks, as the end of a sentence about it; nil for a valid name.
    package static func violation(of name: String) -> String? {
        guard let first = name.utf8.first else { return "may not be empty" }
        guard name.utf8.allSatisfy(isAllowed), isLetterOrDigit(first) else {
            return "has only letters and digits of ASCII, dots, hyphens and underscores, "
                + "and begins with a letter or a digit"
        }
        return name.utf8.count > limit ? "has at most \(limit) characters" : nil
    }

    /// Returns a name as an error quotes it, whatever it contains.
    package static func quoted(_ name: String) -> String {
        "'\(name.line(atMost: limit))'"
    }

    /// Whether a byte may be in a name.
    package static func isAllowed(_ byte: UInt8) -> Bool {
        isLetterOrDigit(byte) || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: false
        }
    }
}
