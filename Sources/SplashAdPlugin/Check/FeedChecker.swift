import HostRuntime

/// Checks a feed and its pictures as the program would use them, and shows, keeps and counts nothing.
@MainActor final class FeedChecker {
    private let context: PluginContext
    private let pages: LandingPages
    private let source: FeedSource
    private let session: FetchSession
    private let report: (Double?, String) -> Void

    /// The bytes of all responses, and the number of requests that got none.
    private let meter = ByteMeter()
    private var unanswered = 0
    private var progress = (done: 0, of: 0)

    /// The limits after which no more pictures are fetched: a server that never answers, and one that never ends.
    private static let (mostUnanswered, mostBytes) = (8, 256 << 20)
    private static let atOnce = 6

    init(_ source: FeedSource, pages: LandingPages, context: PluginContext, report: @escaping (Double?, String) -> Void)
    {
        self.source = source
        self.pages = pages
        self.context = context
        self.report = report
        session = context.network.makeSession()
    }

    func check() async throws -> FeedCheck {
        let circumstances = FeedCheck.Circumstances(
            configuration: context.settings,
            date: context.time.date,
            zone: context.time.timeZone
        )
        var check = FeedCheck(of: source.name, in: circumstances)
        report(nil, "reading the feed")
        do {
            let (bytes, address) = try await file(at: source.address, atMost: AdFeed.maximumBytes)
            check = try await context.tasks.perform { [check] in
                var check = check
                check.read(bytes, from: address)
                return check
            }
        } catch is CancellationError {
            throw CancellationError()
        } catch {
            check.fail(error.reasonInWords)
            return check
        }
        for (number, creative) in check.creatives {
            if let problem = pages.problem(of: creative) { check.add(problem, ofLandingOf: number) }
        }
        let outcomes = try await outcomes(of: check.addresses)
        return try await context.tasks.perform { [check, source] in
            var check = check
            check.judge(outcomes, named: source.name)
            return check
        }
    }

    private func file(at address: HTTPAddress, atMost limit: Int) async throws -> ([UInt8], HTTPAddress) {
        try await source.bytes(at: address, atMost: limit, over: session, counting: meter, in: context)
    }

    // MARK: - Pictures

    private func outcomes(of addresses: [HTTPAddress]) async throws -> [HTTPAddress: PictureOutcome] {
        let decode = AdPictureLoader.decode(for: context.windows.traits.size)
        progress.of = addresses.count
        if progress.of > 0 { tell() }
        return try await withThrowingTaskGroup(of: (HTTPAddress, PictureOutcome).self) { group in
            var outcomes: [HTTPAddress: PictureOutcome] = [:]
            for (index, address) in addresses.enumerated() {
                if index >= FeedChecker.atOnce, let (address, outcome) = try await group.next() {
                    outcomes[address] = outcome
                }
                group.addTask { (address, try await self.outcome(of: address, decode)) }
            }
            while let (address, outcome) = try await group.next() { outcomes[address] = outcome }
            return outcomes
        }
    }

    private func tell() {
        let (done, all) = progress
        report(Double(done) / Double(all), "checked \(done) of \(all.of("picture"))")
    }

    private func outcome(
        of address: HTTPAddress,
        _ decode: @escaping @Sendable ([UInt8]) async throws -> AdPictureLoader.Decoded
    ) async throws -> PictureOutcome {
        if let reason = pauseReason { return .notAsked(reason) }
        defer {
            progress.done += 1
            tell()
        }
        do {
            let limit = AdPictureLoader.limits.maximumBytes
            let (bytes, _) = try await file(at: address, atMost: limit)
            return .decoded(
                try await context.tasks.perform { PictureFacts(try await decode(bytes), bytes: bytes.count) }
            )
        } catch is CancellationError {
            throw CancellationError()
        } catch {
            if !error.isOfPicture { unanswered += 1 }
            return .refused(error.reasonInWords)
        }
    }

    private var pauseReason: String? {
        if unanswered >= FeedChecker.mostUnanswered { return "\(unanswered) requests got no complete response" }
        return meter.count > FeedChecker.mostBytes ? "\(meter.count.bytesInWords) were received already" : nil
    }
}

extension SplashDirector {
    func offerFeedCheck() throws {
        let configured = context.settings(section: "advertising")[name: AdLibrary.feedSetting.name]
        let feed = CommandParameter(
            name: "feed",
            title: "Feed (an address or a file)",
            defaultValue: configured.map { .string("\($0)") }
        )
        let command = Command(
            id: "splash.check-feed",
            title: "Check a feed, its pictures and its addresses",
            group: "Advertisement",
            parameters: [feed]
        ) { [weak self] arguments in
            guard let self else { return nil }
            let source = try FeedSource(arguments.text("feed"))
            let checker = FeedChecker(source, pages: pages, context: context) { arguments.reportProgress($0, $1) }
            let check = try await checker.check()
            guard check.isGood else { throw FeedCheckFailure(description: "\(check)") }
            return "\(check)"
        }
        try context.commands.offer(command)
    }
}

/// The error of a check that found something that would not be shown as meant.
private struct FeedCheckFailure: Error, CustomStringConvertible {
    let description: String
}
