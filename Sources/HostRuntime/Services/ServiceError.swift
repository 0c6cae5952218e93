/// An error in providing a service.
public enum ServiceError: Error, Hashable, Sendable {
    /// Two parties provide a service under the same name; the first one stays.
    case duplicateName(service: String, first: Owner, second: Owner)
    /// The service's name breaks a rule, so that no manifest could declare it.
    case invalidName(service: String, rule: String)
}

extension ServiceError: CustomStringConvertible {
    /// The error on one line, with the way out.
    public var description: String {
        switch self {
        case .duplicateName(let service, let first, let second):
            "Service '\(service)' is provided twice, by \(first) and by \(second). "
                + "A service has one provider; \(first)'s stays. Provide the other one under another name."
        case .invalidName(let service, let rule):
            "Service \(NameRule.quoted(service)) is not provided: its name \(rule). Choose another name."
        }
    }
}
