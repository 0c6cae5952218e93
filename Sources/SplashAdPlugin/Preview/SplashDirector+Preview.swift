import FoundationEssentials
import HostRuntime

extension SplashDirector {
    /// Returns the parameter for the id of a creative in force; another id is for the command to find, or to refuse.
    func creativeParameter(defaultValue: PlainValue? = nil) -> CommandParameter {
        let choices: @MainActor @Sendable () async throws -> [CommandChoice] = { [weak self] in
            guard let self else { return [] }
            await library.load()
            let due = defaultValue == nil ? [] : [CommandChoice(value: "", title: "The one whose turn it is")]
            let creatives = library.creatives ?? []
            return due + creatives.map { CommandChoice(value: $0.id, title: $0.id, detail: $0.title) }
        }
        return CommandParameter(
            name: "creative",
            title: "Advertisement",
            kind: .choice(choices),
            defaultValue: defaultValue,
            allowsOtherValues: true
        )
    }

    func offerPreview() throws {
        let colors = ColorDepth.allCases.map { CommandChoice(value: $0.rawValue, title: $0.rawValue) }
        func toggle(_ name: String, _ title: String) -> CommandParameter {
            CommandParameter(name: name, title: title, kind: .toggle, defaultValue: false)
        }
        let command = Command(
            id: "splash.preview",
            title: "Draw an advertisement as it will look",
            group: "Advertisement",
            parameters: [
                creativeParameter(),
                CommandParameter(name: "size", title: "Size", hint: "80x24, or 20x5,80x24", defaultValue: "80x24"),
                CommandParameter(name: "colors", title: "Colors", kind: .choice { colors }, defaultValue: "true"),
                toggle("ascii", "ASCII only"), toggle("reduce-motion", "Without motion"),
                CommandParameter(name: "feed", title: "Feed", hint: "an address or a file", defaultValue: ""),
                CommandParameter(name: "file", title: "File", hint: "NAME.svg or .txt", defaultValue: ""),
            ]
        ) { [weak self] in try await self?.preview($0) }
        try context.commands.offer(command)
    }

    /// Draws a creative, and returns the text, or the names of the files that were written.
    private func preview(_ arguments: CommandArguments) async throws -> String {
        let displays = try PreviewDisplays(
            sizes: arguments.text("size"),
            file: arguments.text("file"),
            like: DisplayTraits(
                size: .zero,
                colorDepth: ColorDepth(rawValue: arguments.text("colors")) ?? .trueColor,
                isASCII: arguments.toggle("ascii"),
                reducesMotion: arguments.toggle("reduce-motion")
            )
        )
        let draft = try await draft(arguments.text("creative"), in: arguments.text("feed"))
        var openable = draft.creative
        if pages.problem(of: openable) != nil { openable.landing = nil }
        let preview = SplashPreview(
            creative: openable,
            picture: try await picture(of: draft, for: displays.largest),
            settings: draft.settings,
            program: context.application.name
        )
        var texts: [String] = []
        for (index, traits) in displays.traits.enumerated() {
            // A large one takes a while, and the command may be cancelled.
            await Task.yield()
            try Task.checkCancellation()
            let frame = preview.frame(on: traits)
            if displays.files.isEmpty {
                texts.append((displays.traits.count == 1 ? "" : "\(traits.size.inWords)\n") + frame.text)
            } else {
                let (file, format) = (displays.files[index], displays.format)
                try await context.tasks.perform { try PreviewError.write(frame.contents(as: format), to: file) }
                texts.append("Wrote \(file)")
            }
        }
        return texts.joined(separator: displays.files.isEmpty ? "\n\n" : "\n")
    }

    /// A creative with the settings of its feed, and where the feed comes from; nil if it's in force.
    private struct Draft {
        let creative: SplashCreative
        let settings: SplashSettings
        let source: FeedSource?
    }

    /// Finds a creative in a feed, or among those in force; while none is in force, in the configured feed.
    private func draft(_ id: String, in feed: String) async throws -> Draft {
        await library.load()
        let isNothingInForce = library.hasFeed && library.creatives == nil
        guard !feed.isEmpty || isNothingInForce else {
            return Draft(creative: try library.creative(id), settings: library.settings, source: nil)
        }
        let configured = context.settings(section: "advertising")[name: AdLibrary.feedSetting.name]
        let source = try FeedSource(feed.isEmpty ? configured.map { "\($0)" } ?? "" : feed)
        if source.path == nil, let refusal = library.permission.refusal {
            let state = feed.isEmpty ? "no advertisement is in force" : "\(source.name) would have to be fetched"
            throw PreviewError("\(state), and \(refusal)")
        }
        let read: AdFeed
        do {
            let session = context.network.makeSession()
            let (bytes, address) = try await source.bytes(
                at: source.address,
                atMost: AdFeed.maximumBytes,
                over: session,
                in: context
            )
            read = try await context.tasks.perform { try AdFeed.read(bytes, from: address) }
        } catch let error where !(error is CancellationError) {
            let reason = (error as? AdFeedError).map { "it \($0.rule)" } ?? error.reasonInWords
            throw PreviewError("the feed \(source.name) is not used: \(reason); splash.check-feed says more")
        }
        guard let creative = read.creatives.first(where: { $0.id == id }) else {
            if let problem = read.problems.first(where: { $0.leavesOut && $0.subject == "creative '\(id)'" }) {
                throw PreviewError("\(problem)")
            }
            let nearest = nearestName(to: id, in: read.creatives.map(\.id)).map { "; did you mean \($0.quoted)?" }
            let known = "; it has \(read.creatives.map(\.id).joined(separator: ", "))"
            throw PreviewError("no advertisement of the feed \(source.name) has the id \(id.quoted)\(nearest ?? known)")
        }
        let settings = SplashSettings.read(configuration: context.settings, feed: SettingValues(read.policy)).settings
        return Draft(creative: creative, settings: settings, source: source)
    }

    /// Returns the first picture of a creative; nil if it has none.
    ///
    /// Nothing is kept of it, and nothing is counted.
    private func picture(of draft: Draft, for screen: Size) async throws -> Picture? {
        guard let address = draft.creative.picture else { return nil }
        do {
            let decode = AdPictureLoader.decode(for: screen)
            let bytes = try await bytes(at: address, in: draft.source)
            return try await context.tasks.perform { try await decode(bytes).artwork.frames.first?.picture }
        } catch let error where !(error is CancellationError) {
            let place = draft.source?.name(of: address) ?? "\(address)".hidingSecrets
            throw PreviewError("the picture \(place) can't be shown: \(error.reasonInWords)")
        }
    }

    /// Returns a file of a feed; that of the feed in force comes from the cache if it's there.
    private func bytes(at address: HTTPAddress, in source: FeedSource?) async throws -> [UInt8] {
        let (cache, date) = (context.storage.cache, context.time.date)
        if source == nil {
            if let bytes = try await context.tasks.perform({ cache.bytes(for: address.description, at: date) }) {
                return bytes
            }
        }
        if source?.path(of: address) == nil, let refusal = library.permission.refusal {
            throw PreviewError("it \(source == nil ? "isn't in the cache" : "has to be fetched"), and \(refusal)")
        }
        return try await (source ?? FeedSource("\(address)")).bytes(
            at: address,
            atMost: AdPictureLoader.limits.maximumBytes,
            over: context.network.makeSession(),
            in: context
        ).0
    }
}

/// The reason why there is no preview, or no file of it.
struct PreviewError: Error, Hashable, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }

    /// Writes a file in one step; the one before it stays until then.
    fileprivate static func write(_ text: String, to file: String) throws(PreviewError) {
        do {
            try Data(text.utf8).write(to: URL(filePath: file), options: .atomic)
        } catch {
            let rule = "can't be written; is its folder there, and may you write to it?"
            throw PreviewError("the file \(file.quoted) \(rule)")
        }
    }
}
