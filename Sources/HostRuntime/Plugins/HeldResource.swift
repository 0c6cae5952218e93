/// Something that a plugin has acquired through its context, and that ends with it.
public struct HeldResource: Hashable, Sendable {
    /// The kind of thing that is held.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// An observer on the bus.
        case observer
        /// An asynchronous sequence of messages.
        case sequence
        /// A bridge between a message type and a name.
        case bridge
        /// A hold on a "will" message.
        case hold
        /// A window.
        case window
        /// A timer or an animation.
        case timer
        /// A task.
        case task
        /// A command that the plugin offers.
        case command
        /// A run that the plugin has started and watches.
        case run
        /// A service that the plugin provides.
        case service
        /// A closure that is called for a frame or for the text cursor.
        case frame
        /// A watch on the host, such as on the traffic of the bus.
        case watch
    }

    /// The kind of thing that is held.
    public let kind: Kind

    /// Its name: a message's or command's, a window's title, a hold's reason; empty for a timer or a task.
    public let name: String

    /// The file and the line that acquired it, as `Module/File.swift:12`; empty if unknown.
    public let place: String

    init(_ kind: Kind, _ name: String = "", file: String = "", line: Int = 0) {
        self.kind = kind
        self.name = name
        place = file.isEmpty ? "" : "\(file):\(line)"
    }
}
