import HostRuntime

/// The layout of the advertisement and the cover beside it; a pure value.
struct SplashLayout: Hashable, Sendable {
    let ad: Rect
    /// The cells of the cover that stay visible; empty if the advertisement fills the screen.
    let cover: Rect

    /// The smallest screen that is divided; on a smaller one the advertisement fills it.
    static let smallest = Size(width: 40, height: 16)

    init(size: Size, area: SplashSettings.Area) {
        let all = Rect(origin: .zero, size: size)
        guard area != .full, size.width >= SplashLayout.smallest.width, size.height >= SplashLayout.smallest.height
        else {
            ad = all
            cover = .zero
            return
        }
        // A quarter shows the program's name, as on a launch screen; the rest is the advertisement.
        let rest = max(4, size.height / 4)
        let height = size.height - rest
        let isUpper = area == .upper
        ad = Rect(x: 0, y: isUpper ? 0 : rest, width: size.width, height: height)
        cover = Rect(x: 0, y: isUpper ? height : 0, width: size.width, height: rest)
    }
}
