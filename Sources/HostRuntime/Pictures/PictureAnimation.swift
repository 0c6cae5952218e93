/// Pictures of one size that are shown one after another; a still picture is one of them.
public struct PictureAnimation: Sendable, Hashable {
    /// A picture, and how long it's shown.
    public struct Frame: Sendable, Hashable {
        /// The picture.
        public let picture: Picture

        /// The time for which it's shown; zero means as short as possible, and for a still picture nothing.
        public let duration: Duration
    }

    /// The pictures, at least one.
    public let frames: [Frame]

    /// The number of times that they are played; 0 means for ever.
    public let plays: Int

    /// Creates a still picture.
    public init(_ picture: Picture) {
        self.init(frames: [Frame(picture: picture, duration: .zero)], plays: 1)
    }

    init(frames: [Frame], plays: Int) {
        self.frames = frames
        self.plays = plays
    }
}
