/// The network that the shop talks to.
enum ShopEnvironment: String, CaseIterable, Hashable, Sendable {
    /// Sample data on one machine.
    case development
    /// Sample data on the real machines.
    case staging
    /// Real customers and real money.
    case production

    /// A short name for narrow places.
    var shortName: String {
        switch self {
        case .development: "dev"
        case .staging: "stage"
        case .production: "prod"
        }
    }

    /// A description of the data in the environment.
    var about: String {
        switch self {
        case .development: "made-up data, yours alone"
        case .staging: "made-up data, shared"
        case .production: "real customers, real money"
        }
    }

    /// Whether switching to the environment has to be confirmed.
    var needsConfirmation: Bool { self == .production }
}
