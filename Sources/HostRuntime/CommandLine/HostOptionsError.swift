/// A mistake in a command line.
struct HostOptionsError: Error, Hashable {
    /// The words at fault, such as "option --colors".
    let subject: String

    /// The rule that they break, and the way out.
    let rule: String

    /// Creates an error in some words of the command line.
    init(_ subject: String, is rule: String) {
        self.subject = subject
        self.rule = rule
    }

    /// Creates an error in an option.
    init(option: String, _ rule: String) {
        self.init("option \(option)", is: rule)
    }
}

extension HostOptionsError: CustomStringConvertible {
    var description: String { "\(subject) \(rule)".escapingControls }
}
