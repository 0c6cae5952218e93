import HostRuntime

extension SplashDirector {
    func offerCommands() throws {
        let creative = creativeParameter(defaultValue: "")
        try offer("splash.show", "Show an advertisement now", requiresScreen: true, [creative]) { director, arguments in
            let id = arguments.text("creative")
            try director.show(id.isEmpty ? nil : id)
            return nil
        }
        try offerPreview()
        try offer("splash.offer", "Show an advertisement if the rules allow it", requiresScreen: true) { director, _ in
            let (_, account) = director.offer()
            return [account?.summary, account?.rules].compactMap(\.self).joined(separator: "\n")
        }
        try offer("splash.why", "Tell why an advertisement was shown or not") { director, _ in director.why }
        try offerFeedCheck()
        try offer("splash.reset", "Reset the advertisements' counters") { director, _ in
            director.library.frequency.reset()
            return "Reset the advertisements' counters"
        }
        try offerReport()
        let keep = CommandParameter(name: "keep", title: "Keep the pictures of (ids)", defaultValue: "")
        try offer("splash.clear-cache", "Forget the advertisements that were fetched", [keep]) { director, arguments in
            let kept = arguments.text("keep").split { $0 == " " || $0 == "," }.map { String($0) }
            return try director.clearCache(keeping: kept)
        }
        try offer("splash.policy", "Show the advertisements' settings") { director, _ in
            let forbidden = director.forbidden.flatMap { [$0, ""] }
            return (forbidden + [director.library.settings.policy, ""] + director.library.pictures.report)
                .joined(separator: "\n")
        }
    }

    func offer(
        _ id: String,
        _ title: String,
        requiresScreen: Bool = false,
        _ parameters: [CommandParameter] = [],
        _ body: @escaping @MainActor (SplashDirector, CommandArguments) throws -> String?
    ) throws {
        let command = Command(
            id: id,
            title: title,
            group: "Advertisement",
            requiresScreen: requiresScreen,
            parameters: parameters
        ) { [weak self] arguments in
            guard let self else { return nil }
            // A launch for this command alone has read nothing yet.
            if !requiresScreen, context.lifecycleState == .background { await library.load() }
            // The plugin may have ended meanwhile.
            guard !context.isClosed else { throw CancellationError() }
            return try body(self, arguments)
        }
        try context.commands.offer(command)
    }

    private func clearCache(keeping ids: [String]) throws -> String {
        for id in ids { _ = try library.creative(id) }
        let freed = library.clear(keepingPicturesOf: Set(ids))
        let kept = ids.isEmpty ? "" : "; kept the pictures of \(ids.joined(separator: ", "))"
        return "Forgot what was fetched and freed \(freed.bytesInWords)\(kept)"
    }

    /// The reason of the person's against all advertisements, in a line; none if there is none.
    private var forbidden: [String] {
        library.permission.refusal.map { ["nothing is fetched or shown: \($0)"] } ?? []
    }

    /// The account of the latest occasion, the decision, the state of each advertisement and the warnings.
    private var why: String {
        let account = journal.account
        let landingProblems = (library.creatives ?? []).compactMap { pages.problem(of: $0) }
        let parts = [
            forbidden,
            account?.lines(in: context.time.timeZone) ?? ["there was no occasion for an advertisement yet"],
            [gate.holdReason, account?.rules].compactMap(\.self),
            selection.choice(mayWait: selection.mayWait(on: .byHand)).reasons.map(\.description), library.report,
            [library.pictures.pause].compactMap(\.self),
            SplashWarnings(
                library.problems + library.pictures.problems + landingProblems + library.settingProblems
            ).lines,
        ]
        return parts.joined().joined(separator: "\n")
    }
}
