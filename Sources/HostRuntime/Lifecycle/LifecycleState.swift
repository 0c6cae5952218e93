/// The state of a program's life, with UIKit's names.
public enum LifecycleState: Hashable, Sendable {
    /// The program has not finished launching.
    case notRunning
    /// The program is in front and doesn't have the keyboard.
    case inactive
    /// The program is in front and has the keyboard.
    case active
    /// The program isn't in front: the user left it, or the screen is locked.
    case background
    /// The program is about to end; nothing follows.
    case terminated
}
