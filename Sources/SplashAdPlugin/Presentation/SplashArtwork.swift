import HostRuntime

/// The decoded artwork of an advertisement.
enum SplashArtwork: Hashable, Sendable {
    /// The plugin's own scenery.
    case poster
    /// One picture.
    case picture(Picture)
    /// A sequence of pictures, which ends on the last one or repeats.
    case animation([Frame], repeats: Bool)

    /// One picture of an animation.
    struct Frame: Hashable, Sendable {
        var picture: Picture
        /// The time for which it is shown.
        var duration: Duration
    }
}
