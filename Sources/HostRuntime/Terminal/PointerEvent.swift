/// An action of the mouse, as a terminal reports it.
struct PointerEvent: Hashable, Sendable {
    var kind: Kind

    /// The cell, counted from 0; both coordinates are in `0..<Size.limit` whatever the terminal sends.
    var location: Point

    /// The kinds of mouse action; those without a button are the left button's.
    enum Kind: Hashable, Sendable {
        case press
        case release
        /// The mouse moved to another cell with the button down.
        case drag
        /// The wheel turned by one notch: 1 towards the user, -1 away.
        case wheel(Int)
        /// Another button, or a wheel to the side.
        case other
    }
}
