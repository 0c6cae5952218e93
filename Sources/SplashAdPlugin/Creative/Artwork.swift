import HostRuntime

/// Pictures to show one after another: none for a page with words alone, one for a still picture.
struct Artwork<Source: Hashable & Sendable>: Hashable, Sendable {
    struct Frame: Hashable, Sendable {
        var picture: Source
        var duration: Duration
    }

    var frames: [Frame] = []
    /// How often an animation is played; 0 for ever.
    var plays = 1
    var repeats: Bool { plays != 1 }
    static var poster: Self { Self() }

    init(frames: [Frame] = [], plays: Int = 1) {
        self.frames = frames
        self.plays = plays
    }

    init(frames: [Frame] = [], repeats: Bool) {
        self.init(frames: frames, plays: repeats ? 0 : 1)
    }

    static func picture(_ picture: Source) -> Self { Self(frames: [Frame(picture: picture, duration: .zero)]) }
}

typealias LinkedArtwork = Artwork<HTTPAddress>

typealias SplashArtwork = Artwork<Picture>

extension LinkedArtwork {
    var addresses: [HTTPAddress] { frames.map(\.picture) }

    /// Whether it's one file, which is played if it's an animation in itself.
    var isOneFile: Bool { frames.count == 1 && frames.first?.duration == .zero }
}
