/// An action of the mouse, as a terminal reports it.
struct PointerEvent: Hashable, Sendable {
    /// The kind of action.
    var kind: Kind

    /// The cell, counted from 0; both coordinates are in `0..<Size.limit` whatever the terminal sends.
    var location: Point

    /// The modifier keys that were held.
    var modifiers: KeyEvent.Modifiers = []

    /// The kinds of mouse action.
    enum Kind: Hashable, Sendable {
        /// A button was pressed.
        case press(Button)
        /// A button was released.
        case release(Button)
        /// The mouse moved to another cell with a button down.
        case drag(Button)
        /// The wheel turned by one notch.
        case wheel(WheelDirection)
    }

    /// A button of the mouse.
    enum Button: Hashable, Sendable {
        /// The left button, which makes touches.
        case left
        /// The middle button, often the wheel.
        case middle
        /// The right button.
        case right
    }

    /// The direction in which the wheel turned.
    enum WheelDirection: Hashable, Sendable {
        /// Away from the user.
        case up
        /// Towards the user.
        case down
        /// To the left, on a mouse with such a wheel.
        case left
        /// To the right.
        case right
    }
}
