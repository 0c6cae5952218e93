/// The network that the shop talks to.
enum ShopEnvironment: String, CaseIterable, Hashable, Sendable {
    /// Made-up data on one machine.
    case development
    /// Made-up data on the real machines.
    case staging
    /// Real customers and real money.
    case production

    /// A name for places that are too narrow for the whole one.
    var shortName: String {
        switch self {
        case .development: "dev"
        case .staging: "stage"
        case .production: "prod"
        }
    }

    /// What a mistake costs there.
    var about: String {
        switch self {
        case .development: "made-up data, yours alone"
        case .staging: "made-up data, shared"
        case .production: "real customers, real money"
        }
    }

    /// Whether going there has to be confirmed.
    var needsConfirmation: Bool { self == .production }
}
