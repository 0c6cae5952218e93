/// A merchant who is logged in.
///
/// The password opens the session and is not kept.
struct Session: Hashable, Sendable {
    /// How many digits a phone number has.
    static let phoneDigits = 6...15

    /// How many characters a password has at least.
    static let passwordLength = 4

    /// What a field for the phone number says.
    static let phoneHint = "\(phoneDigits.lowerBound) to \(phoneDigits.upperBound) digits"

    /// What a field for the password says.
    static let passwordHint = "\(passwordLength) characters or more"

    /// The digits of the phone number.
    let phone: String

    /// Logs in; throws the first rule that is broken.
    init(phone: String, password: String) throws(LoginError) {
        if let problem = Session.problem(phone: phone) ?? Session.problem(password: password) { throw problem }
        self.phone = phone.filter(\.isDigit)
    }

    /// What is wrong with a phone number; nil for nothing.
    static func problem(phone: String) -> LoginError? {
        let marks: Set<Character> = [" ", "-", "+", "(", ")", ".", "/"]
        if let character = phone.first(where: { !$0.isDigit && !marks.contains($0) }) {
            return .phoneCharacter(character)
        }
        let digits = phone.count(where: \.isDigit)
        return Session.phoneDigits.contains(digits) ? nil : .phoneLength(digits)
    }

    /// What is wrong with a password; nil for nothing.
    static func problem(password: String) -> LoginError? {
        password.count >= Session.passwordLength ? nil : .passwordLength
    }

    /// Who it is, without the whole number: a screen is seen by others too.
    var label: String { "merchant \(phone.suffix(4))" }
}

/// The rule that a phone number or a password breaks.
enum LoginError: Error, Hashable, Sendable {
    case phoneCharacter(Character)
    case phoneLength(Int)
    /// The password itself is named nowhere, and neither is its length.
    case passwordLength
}

extension LoginError: CustomStringConvertible {
    var description: String {
        switch self {
        case .phoneCharacter(let character): "A phone number is made of digits; '\(character)' is not one."
        case .phoneLength(let count):
            "A phone number has \(Session.phoneDigits.lowerBound) to \(Session.phoneDigits.upperBound) digits; "
                + (count == 0 ? "there is none." : "this has \(count).")
        case .passwordLength: "A password has at least \(Session.passwordLength) characters."
        }
    }
}

extension LoginError {
    /// The rule as it follows the name of the field that breaks it.
    var rule: String {
        switch self {
        case .phoneCharacter(let character): "must be made of digits; '\(character)' is not one"
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
