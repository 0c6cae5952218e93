import HostRuntime

/// The flashes of an animation, as WCAG 2.3.1 counts them; a pure value.
///
/// A flash is a pair of opposing changes in relative luminance by a tenth of the
/// maximum, where the darker image is below 0.80. A place must not change more
/// than six times a second in this way, unless less than a quarter of the picture does.
struct ArtworkFlashes: Hashable, Sendable {
    /// The places at which the luminance is looked at.
    static let grid = Size(width: 24, height: 12)
    private static let most = 6

    /// The luminances of each frame at the same places.
    private let frames: [[Double]]
    private let durations: [Duration]
    private let repeats: Bool

    /// Creates the flashes of an animation whose frames have the relative luminances of the same places.
    init(_ luminances: [[Double]], durations: [Duration], repeats: Bool) {
        frames = luminances
        // As they are played.
        self.durations = durations.map { max($0, ArtworkPlayer.shortest) }
        self.repeats = repeats
    }

    /// Creates the flashes of pictures; looking at many takes a while, so do it off the main actor.
    init(_ artwork: SplashArtwork) {
        self.init(
            artwork.frames.map { ArtworkFlashes.luminances(of: $0.picture) },
            durations: artwork.frames.map(\.duration),
            repeats: artwork.plays != 1
        )
    }

    /// The factor by which it has to be slowed down; 1 if it doesn't flash too often.
    var slowdown: Double {
        let places = frames.map(\.count).min() ?? 0
        guard frames.count > 1, places > 0 else { return 1 }
        let factors = (0..<places).map { slowdown(at: $0) }.sorted(by: >)
        // The places that may flash faster are fewer than a quarter.
        return factors[(places + 3) / 4 - 1]
    }

    /// Returns that an animation is played more slowly; nil if it isn't.
    static func problem(ofSlowdown slowdown: Double) -> String? {
        guard slowdown > 1 else { return nil }
        let times = (slowdown * 10).rounded(.up) / 10
        return "its animation would flash more than three times a second; it is played \(times) times as slowly"
    }

    private func slowdown(at place: Int) -> Double {
        let changes = changes(at: place)
        let spans = zip(changes, changes.dropFirst(ArtworkFlashes.most)).map { $1 - $0 }
        return spans.min().map { max(1, Duration.seconds(1) / $0) } ?? 1
    }

    /// Returns the times of opposing changes at a place.
    private func changes(at place: Int) -> [Duration] {
        guard let first = frames.first?[place], frames.contains(where: { $0[place] != first }) else { return [] }
        var (low, high) = (first, first)
        var isUp: Bool?
        var now = Duration.zero
        var changes: [Duration] = []
        // An animation that changes at all does so twice in a round.
        for _ in 0..<(repeats ? ArtworkFlashes.most : 1) {
            for (frame, duration) in zip(frames, durations) {
                let value = frame[place]
                (low, high) = (min(low, value), max(high, value))
                let isRise = isUp != true && value - low >= 0.1 && low < 0.8
                let isFall = isUp != false && high - value >= 0.1 && value < 0.8
                if isRise || isFall {
                    changes.append(now)
                    isUp = isRise
                    (low, high) = (value, value)
                }
                now += duration
            }
        }
        return changes
    }

    /// Returns the luminances of a picture at the places.
    private static func luminances(of picture: Picture) -> [Double] {
        let small = picture.scaled(width: grid.width, height: grid.height)
        return (0..<grid.width * grid.height).map { place in
            let color = small.color(x: place % grid.width, y: place / grid.width, on: PosterColors.cover)
            return Double((color ?? PosterColors.cover).luminance)
        }
    }
}

extension SplashArtwork {
    /// The artwork played more slowly, each frame for a whole number of milliseconds.
    func slowed(by factor: Double) -> SplashArtwork {
        var slowed = self
        for index in frames.indices {
            let duration = max(frames[index].duration, ArtworkPlayer.shortest)
            slowed.frames[index].duration = .milliseconds(Int((duration / .milliseconds(1) * factor).rounded(.up)))
        }
        return slowed
    }
}
