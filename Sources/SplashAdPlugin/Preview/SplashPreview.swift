import HostRuntime

/// An advertisement as it looks once it has faded in, drawn on displays in memory.
@MainActor struct SplashPreview {
    let creative: SplashCreative
    /// The picture, or the first one of an animation; nil for a page with words alone.
    let picture: Picture?
    /// The settings in force, before those of the creative.
    let settings: SplashSettings
    /// The program's name, which the cover shows beside an advertisement that doesn't fill the screen.
    let program: String

    func frame(on traits: DisplayTraits) -> FrameSnapshot {
        let settings = settings.showing(creative.look)
        let rules = SplashPresentation.Rules(settings, reducesMotion: traits.reducesMotion)
        var presentation = SplashPresentation(rules)
        _ = presentation.handle(.shown(hasLanding: creative.landing != nil), at: .zero)
        let ad = AdView(creative, picture.map { [$0] } ?? [], traits: traits)
        ad.hints = SplashHint.hints(canOpen: presentation.canOpen, canSkip: presentation.countdown.way == .open)
        let skip = SkipControl(settings, ringSteps: rules.ringSteps, traits: traits)
        skip.countdown = presentation.countdown
        let view = SplashView(name: program)
        view.show(ad, skip, in: settings.area)
        return view.snapshot(on: traits)
    }
}

/// The displays of a preview, and the files for what they show; a pure value.
struct PreviewDisplays: Hashable, Sendable {
    let traits: [DisplayTraits]
    /// The file for each display; none for a preview as text.
    let files: [String]
    let format: SnapshotFormat

    /// Creates displays of sizes such as `80x24,200x60`, with a file for each, such as `NAME-80x24.svg`.
    ///
    /// A file for a single size has its name as it is.
    init(sizes: String, file: String, like traits: DisplayTraits) throws(CommandFieldError) {
        var seen: [Size] = []
        for text in sizes.split(separator: ",", omittingEmptySubsequences: false) {
            guard let size = Size(String(text)), PreviewDisplays.sides.contains(size.width),
                PreviewDisplays.sides.contains(size.height)
            else {
                let rule = "is a size such as 80x24, or several such as 20x5,80x24, with sides from 1 to 1000"
                throw CommandFieldError("size", "\(rule), not \(String(text).quoted)")
            }
            if !seen.contains(size) { seen.append(size) }
        }
        guard seen.count <= PreviewDisplays.most else {
            throw CommandFieldError(
                "size",
                "has \(seen.count) sizes, and \(PreviewDisplays.most) can be drawn at a time"
            )
        }
        self.traits = seen.map { size in
            var traits = traits
            traits.size = size
            return traits
        }
        guard !file.isEmpty else {
            (files, format) = ([], .txt)
            return
        }
        guard let format = SnapshotFormat(file: file) else {
            throw CommandFieldError("file", "ends in .txt or .svg, and \(file.quoted) doesn't")
        }
        self.format = format
        let name = file.dropLast(format.rawValue.count + 1)
        files = seen.map { seen.count == 1 ? file : "\(name)-\($0.inWords).\(format)" }
    }

    /// The most columns and the most rows of all displays.
    var largest: Size {
        Size(width: traits.map(\.size.width).max() ?? 0, height: traits.map(\.size.height).max() ?? 0)
    }

    private static let sides = 1...1000
    private static let most = 16
}

extension Size {
    /// The size as the program's option `--size` has it, such as `80x24`.
    var inWords: String { "\(width)x\(height)" }
}
