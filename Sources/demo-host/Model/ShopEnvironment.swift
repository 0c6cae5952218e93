enum ShopEnvironment: String, CaseIterable, Hashable, Sendable {
    /// Sample data on one machine.
    case development
    /// Sample data on the real machines.
    case staging
    /// Real customers and real money.
    case production

    var shortName: String {
        switch self {
        case .development: "dev"
        case .staging: "stage"
        case .production: "prod"
        }
    }

    var about: String {
        switch self {
        case .development: "made-up data, yours alone"
        case .staging: "made-up data, shared"
        case .production: "real customers, real money"
        }
    }

    var needsConfirmation: Bool { self == .production }
}
