import HostRuntime

/// Pictures to show one after another: none for words alone, one for a still picture.
struct SplashArtwork: Hashable, Sendable {
    struct Frame: Hashable, Sendable {
        let picture: Picture
        var duration: Duration
    }

    var frames: [Frame] = []
    /// The number of times that they are played; 0 means for ever.
    var plays = 1

    static let poster = SplashArtwork()

    /// Whether any of it can be seen.
    var isVisible: Bool { frames.contains { PictureTone($0.picture).opacity > 0 } }
}

extension SplashArtwork {
    init(_ animation: PictureAnimation) {
        self.init(
            frames: animation.frames.map { Frame(picture: $0.picture, duration: $0.duration) },
            plays: animation.plays
        )
    }
}
