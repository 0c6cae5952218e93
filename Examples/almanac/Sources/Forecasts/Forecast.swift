import HostRuntime

/// The weather of the next hours.
public enum Forecast: String, Sendable {
    case sunshine, rain

    /// The key of the service that returns it.
    public static let service = ServiceKey<@MainActor () -> Forecast>("forecast")
}
