import HostRuntime

/// Pictures to show one after another: none for the plugin's own scenery, one for a still picture.
struct Artwork<Source: Hashable & Sendable>: Hashable, Sendable {
    struct Frame: Hashable, Sendable {
        var picture: Source
        var duration: Duration
    }

    var frames: [Frame] = []
    var repeats = false
    static var poster: Self { Self() }

    static func picture(_ picture: Source) -> Self { Self(frames: [Frame(picture: picture, duration: .zero)]) }
}

typealias LinkedArtwork = Artwork<HTTPAddress>

typealias SplashArtwork = Artwork<Picture>

extension LinkedArtwork {
    var addresses: [HTTPAddress] { frames.map(\.picture) }
}
