/// A logged-in merchant.
///
/// The password is checked and not kept.
struct Session: Hashable, Sendable {
    static let phoneDigits = 6...15
    static let passwordLength = 4
    static let phoneHint = "\(phoneDigits.lowerBound) to \(phoneDigits.upperBound) digits"
    static let passwordHint = "\(passwordLength) characters or more"
    let phone: String

    init(phone: String, password: String) throws(LoginError) {
        if let problem = Session.problem(phone: phone) ?? Session.problem(password: password) { throw problem }
        self.phone = phone.filter(\.isDigit)
    }

    /// Creates the session that was kept from an earlier run; nil if there was none.
    init?(kept phone: String?) {
        guard let phone, Session.problem(phone: phone) == nil else { return nil }
        self.phone = phone.filter(\.isDigit)
    }

    /// Returns the rule that a phone number breaks; nil if it is valid.
    static func problem(phone: String) -> LoginError? {
        let marks: Set<Character> = [" ", "-", "+", "(", ")", ".", "/"]
        if let character = phone.first(where: { !$0.isDigit && !marks.contains($0) }) {
            return .phoneCharacter(character)
        }
        let digits = phone.count(where: \.isDigit)
        return Session.phoneDigits.contains(digits) ? nil : .phoneLength(digits)
    }

    /// Returns the rule that a password breaks; nil if it is valid.
    static func problem(password: String) -> LoginError? {
        password.count >= Session.passwordLength ? nil : .passwordLength
    }

    /// A name for the merchant with the end of the number only, because others see the screen too.
    var label: String { "merchant \(phone.suffix(4))" }
}

enum LoginError: Error, Hashable, Sendable {
    case phoneCharacter(Character)
    case phoneLength(Int)
    /// Without the password's length, which would help to guess it.
    case passwordLength
}

extension LoginError: CustomStringConvertible {
    var description: String {
        if case .passwordLength = self { "The password \(rule)." } else { "The phone number \(rule)." }
    }

    /// The rule as the end of a sentence that begins with the field's name.
    var rule: String {
        switch self {
        case .phoneCharacter(let character): "must have only digits, and has '\(character)'"
        case .phoneLength(let count):
            "must have \(Session.phoneDigits.lowerBound) to \(Session.phoneDigits.upperBound) digits; "
                + (count == 0 ? "there is none" : "this has \(count)")
        case .passwordLength: "must have at least \(Session.passwordLength) characters"
        }
    }
}

extension Character {
    fileprivate var isDigit: Bool { isASCII && isWholeNumber }
}
