import HostRuntime

/// Taps that go on after the most that mean something; a pure value.
///
/// The fourth tap opens at once what it stands for. A fifth in the same row
/// means nothing: it neither closes what has opened nor chooses something there.
struct TapBurst: Hashable, Sendable {
    /// The most taps in a row that mean something.
    static let most = TapGesture.allCases.count

    /// How long after a tap another one still belongs to it.
    static let interval = GestureConfiguration().tapInterval

    // When the last tap ended of a row that has had its effect.
    private var end: Duration?
    private var isOver = false

    /// Tells whether a tap that begins now belongs to taps that have had their effect.
    func goesOn(at now: Duration) -> Bool {
        end.map { now - $0 < TapBurst.interval } ?? false
    }

    /// Follows the touches of the ball; returns whether this one still means what it says.
    mutating func accepts(_ event: GestureEvent, at now: Duration) -> Bool {
        switch event {
        case .touchDown:
            isOver = goesOn(at: now)
            if !isOver { end = nil }
        case .touchUp:
            if isOver { end = now }
        case .tap(let count, _):
            guard !isOver else { return false }
            if count >= TapBurst.most { end = now }
        default: break
        }
        return true
    }
}
