/// What the mouse did, as the terminal reports it.
struct PointerEvent: Hashable, Sendable {
    /// What happened.
    var kind: Kind

    /// The cell, from 0, in `0..<Size.limit` whatever the terminal said.
    var location: Point

    /// The modifiers held with it.
    var modifiers: KeyEvent.Modifiers = []

    /// What a mouse does.
    enum Kind: Hashable, Sendable {
        /// A button went down.
        case press(Button)
        /// A button was let go.
        case release(Button)
        /// The mouse moved to another cell with a button down.
        case drag(Button)
        /// The wheel turned by one notch.
        case wheel(WheelDirection)
    }

    /// A button of the mouse.
    enum Button: Hashable, Sendable {
        /// The button that touches.
        case left
        /// The wheel as a button.
        case middle
        /// The other one.
        case right
    }

    /// Where the wheel was turned to.
    enum WheelDirection: Hashable, Sendable {
        /// Away from the user.
        case up
        /// Towards the user.
        case down
        /// To the left, where the mouse has such a wheel.
        case left
        /// To the right.
        case right
    }
}
