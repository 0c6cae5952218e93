import HostRuntime

/// Where the advertisement and the cover beside it go on a screen; a pure value.
struct SplashLayout: Hashable, Sendable {
    /// The cells of the advertisement.
    let ad: Rect

    /// The cells of the cover that stay; empty where the advertisement takes all.
    let cover: Rect

    /// The smallest screen that is divided: below it the advertisement takes all.
    static let smallest = Size(width: 40, height: 16)

    init(size: Size, area: SplashSettings.Area) {
        let all = Rect(origin: .zero, size: size)
        guard area != .full, size.width >= SplashLayout.smallest.width, size.height >= SplashLayout.smallest.height
        else {
            ad = all
            cover = .zero
            return
        }
        // A quarter says whose program this is, as on a launch screen; the rest is the advertisement's.
        let rest = max(4, size.height / 4)
        let height = size.height - rest
        let isUpper = area == .upper
        ad = Rect(x: 0, y: isUpper ? 0 : rest, width: size.width, height: height)
        cover = Rect(x: 0, y: isUpper ? height : 0, width: size.width, height: rest)
    }
}
