/// Where a program is in its life, in UIKit's words.
public enum LifecycleState: Hashable, Sendable {
    /// The program has not finished launching.
    case notRunning
    /// The program is in front and another one has the keyboard.
    case inactive
    /// The program is in front and has the keyboard.
    case active
    /// The program is not in front: the user left it, or the screen is locked.
    case background
    /// The program is about to end; nothing follows.
    case terminated
}
