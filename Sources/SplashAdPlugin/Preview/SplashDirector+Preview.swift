import FoundationEssentials
import HostRuntime

extension SplashDirector {
    /// Returns the parameter for the id of a creative in force; another id is for the command to find, or to refuse.
    func creativeParameter(defaultValue: PlainValue? = nil) -> CommandParameter {
        let choices: @MainActor @Sendable () async throws -> [CommandChoice] = { [weak self] in
            guard let self else { return [] }
            await library.load()
            let due = defaultValue == nil ? [] : [CommandChoice(value: "", title: "The one whose turn it is")]
            let creatives = library.editions.first ?? []
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
        let colors = PreviewDisplays.colors.map { CommandChoice(value: $0.key, title: $0.key) }
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
                CommandParameter(name: "sizes", title: "Several sizes", hint: "in place of size", defaultValue: ""),
                CommandParameter(name: "colors", title: "Colors", kind: .choice { colors }, defaultValue: "true"),
                toggle("ascii", "ASCII only"), toggle("reduce-motion", "Without motion"),
                CommandParameter(name: "file", title: "File", hint: "NAME.svg, .ansi or .txt", defaultValue: ""),
            ]
        ) { [weak self] in try await self?.preview($0) }
        try context.commands.offer(command)
    }

    /// Draws a creative, and returns the text, or the names of the files that were written.
    private func preview(_ arguments: CommandArguments) async throws -> String {
        let sizes = arguments.text("sizes")
        let depth = PreviewDisplays.colors.first { $0.key == arguments.text("colors") }?.value
        let displays = try PreviewDisplays(
            sizes: sizes.isEmpty ? arguments.text("size") : sizes,
            file: arguments.text("file"),
            like: DisplayTraits(
                size: .zero,
                colorDepth: depth ?? .trueColor,
                isASCII: arguments.toggle("ascii"),
                reducesMotion: arguments.toggle("reduce-motion")
            )
        )
        let creative = try library.creative(arguments.text("creative"))
        var openable = creative
        if pages.problem(of: creative) != nil { openable.landing = nil }
        let preview = SplashPreview(
            creative: openable,
            picture: try await picture(of: creative, for: displays.largest),
            settings: library.settings,
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

    /// Returns the first picture of a creative, from the cache or else from the network; nil if it has none.
    ///
    /// Nothing is kept of it, and nothing is counted.
    private func picture(of creative: SplashCreative, for screen: Size) async throws -> Picture? {
        guard let address = creative.artwork.addresses.first else { return nil }
        do {
            let decode = AdPictureLoader.decode(for: screen)
            let bytes = try await bytes(at: address)
            return try await context.tasks.perform { try await decode(bytes).picture }
        } catch let error where !(error is CancellationError) {
            throw PreviewError("the picture \(address) can't be shown: \(error.reasonInWords)")
        }
    }

    private func bytes(at address: HTTPAddress) async throws -> [UInt8] {
        let (cache, date) = (context.storage.cache, context.time.date)
        if let bytes = try await context.tasks.perform({ cache.bytes(for: address.description, at: date) }) {
            return bytes
        }
        if let refusal = library.permission.refusal { throw PreviewError("it isn't in the cache, and \(refusal)") }
        let request = FetchRequest(address, maximumBytes: AdPictureLoader.limits.maximumBytes)
        guard case .found(let bytes, _) = try await context.network.fetch(request) else {
            throw FetchError("\(address)", .status(304))
        }
        return bytes
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
