import HostRuntime

/// What is seen of an advertisement besides its words, decoded and ready to be drawn.
enum SplashArtwork: Hashable, Sendable {
    /// The scenery that comes with the plugin.
    case poster
    /// One picture.
    case picture(Picture)
    /// Pictures one after the other, each for a while; at the end the last one stays, or it begins again.
    case animation([Frame], repeats: Bool)

    /// One picture of an animation.
    struct Frame: Hashable, Sendable {
        var picture: Picture
        /// How long it is shown.
        var duration: Duration
    }
}
