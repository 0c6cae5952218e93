/// Something that a person does, on its way to the windows.
package enum HostInput: Hashable, Sendable {
    /// A key.
    case key(KeyEvent)

    /// Text that was pasted.
    case paste(String)

    /// A moment of a touch.
    case touch(Touch)

    /// So many rows of the wheel over a cell.
    case wheel(Int, at: Point)

    /// The terminal got the focus, or lost it.
    case focus(Bool)

    /// Whether it is one of the many that a moving pointer makes, which open nothing by themselves.
    var isMotion: Bool {
        switch self {
        case .wheel: true
        case .touch(let touch): touch.phase == .moved
        default: false
        }
    }

    /// Whether it belongs to the person and not to whatever is on the screen: ending and stopping never wait.
    var isUrgent: Bool { self == .key(.interrupt) || self == .key(.stop) }
}
