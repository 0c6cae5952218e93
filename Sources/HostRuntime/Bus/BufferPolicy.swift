/// What a message sequence keeps while nobody asks for the next message.
///
/// A limit below 1 counts as 1.
public enum BufferPolicy: Hashable, Sendable {
    /// The newest messages: a full buffer drops its oldest.
    case newest(Int)
    /// The oldest messages: a full buffer drops what comes.
    case oldest(Int)
    /// Every message.
    case unbounded
}
