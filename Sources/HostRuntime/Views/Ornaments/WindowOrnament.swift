/// A view that one party offers for the edge of another party's window, such as an advertisement.
///
/// ```swift
/// context.windows.offer(
///     WindowOrnament("sale", on: "poster", at: .bottomLeft) { Label("9 days to the sale") }
/// )
/// ```
///
/// Neither imports the other: they agree on a name for the place. Whenever the
/// place is shown, the closure makes a view, which gets a window of its own in
/// front of it. So the view's touches, its errors and its time are those of the
/// party that has offered it, and it goes when that party ends. It never gets keys.
public struct WindowOrnament {
    /// A corner or the middle of an edge.
    public enum Position: String, Hashable, Sendable, CaseIterable {
        /// The left end of the first row.
        case topLeft
        /// The middle of the first row.
        case top
        /// The right end of the first row.
        case topRight
        /// The left edge, halfway down.
        case left
        /// The right edge, halfway down.
        case right
        /// The left end of the last row.
        case bottomLeft
        /// The middle of the last row.
        case bottom
        /// The right end of the last row.
        case bottomRight
    }

    /// The name, which is also the title of its windows.
    public let name: String

    /// The name of the place that it's meant for, such as `poster`.
    public let place: String

    /// The corner or edge that it would like.
    public let position: Position

    let makeView: @MainActor () throws -> View?

    /// Creates an ornament whose closure makes a new view each time, or nil for none.
    ///
    /// The view gets the size that `View.preferredSize(maxWidth:)` returns, but at most
    /// half the width and a quarter of the height of the place. A closure that throws
    /// is reported in the log, and nothing is shown.
    public init(
        _ name: String,
        on place: String,
        at position: Position,
        view: @escaping @MainActor () throws -> View?
    ) {
        self.name = name
        self.place = place
        self.position = position
        makeView = view
    }

    /// Returns the line of the log about an error of the closure that makes the view.
    func failure(_ error: any Error) -> String {
        "the ornament \(name.quoted) on \(place.quoted) isn't shown: \(error)"
    }
}

/// The ornaments that the program and its plugins offer.
@MainActor final class OrnamentRegistry {
    /// An ornament with its owner.
    struct Offer {
        let ornament: WindowOrnament
        let owner: Owner
        fileprivate let number: Int
        /// Makes a window of the owner's; nil if the owner has ended.
        let makeWindow: @MainActor (WindowLevel, View) -> Window?
        /// Called with the error of the closure that makes the view.
        let onError: @MainActor (any Error) -> Void
    }

    private var offers: [Offer] = []
    private var lastNumber = 0

    init() {}

    /// Adds an ornament, and returns a closure that withdraws it.
    func add(
        _ ornament: WindowOrnament,
        owner: Owner,
        makeWindow: @escaping @MainActor (WindowLevel, View) -> Window?,
        onError: @escaping @MainActor (any Error) -> Void
    ) -> @MainActor () -> Void {
        lastNumber += 1
        let number = lastNumber
        offers.append(
            Offer(ornament: ornament, owner: owner, number: number, makeWindow: makeWindow, onError: onError)
        )
        return { [weak self] in self?.offers.removeAll { $0.number == number } }
    }

    /// Returns the ornaments for a place: the program's first, then by plugin, name, and when they were offered.
    func offers(on place: String) -> [Offer] {
        offers.filter { $0.ornament.place == place }.sorted { $0.rank < $1.rank }
    }
}

extension OrnamentRegistry.Offer {
    fileprivate var rank: (String, String, Int) { (owner == .host ? "" : "\(owner)", ornament.name, number) }
}
