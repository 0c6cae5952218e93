/// An input event on its way to the windows.
package enum HostInput: Hashable, Sendable {
    /// A key.
    case key(KeyEvent)

    /// Text that was pasted.
    case paste(String)

    /// A phase of a touch.
    case touch(Touch)

    /// A number of rows to scroll, over a cell; negative is up.
    case wheel(Int, at: Point)

    /// A change of the terminal's focus.
    case focus(Bool)

    /// Whether a moving pointer caused the event.
    ///
    /// Such events are many, and open nothing by themselves.
    var isMotion: Bool {
        switch self {
        case .wheel: true
        case .touch(let touch): touch.phase == .moved
        default: false
        }
    }

    /// Whether the event ends or stops the program, which never waits.
    var isUrgent: Bool { self == .key(.interrupt) || self == .key(.stop) }
}
