/// Lists the commands of a host, with the choices of their parameters as far as those come in a moment.
@MainActor final class CommandSurvey {
    /// The time for fetching the choices of all parameters.
    private static let patience = Duration.milliseconds(250)

    private struct Place: Hashable {
        let command: String
        let parameter: String
    }

    private let host: AppHost
    private var choices: [Place: [CommandChoice]] = [:]
    private var unfetched = 0
    private var fetched: CheckedContinuation<Void, Never>?

    init(_ host: AppHost) {
        self.host = host
    }

    /// Returns all commands; choices are fetched for those that a closure names.
    func listing(fetchingFor isWanted: (String) -> Bool = { _ in true }) async -> CommandListing {
        await fetchChoices(of: host.commands.all.filter { isWanted($0.id) })
        return CommandListing(entries)
    }

    private var entries: [CommandListing.Entry] {
        host.commands.reports.map { report in
            let command = report.command
            return CommandListing.Entry(
                id: command.id,
                title: command.title,
                group: command.group,
                owner: report.owner,
                requiresScreen: command.requiresScreen,
                refusal: command.availability.reason,
                parameters: command.parameters.map {
                    .init($0, choices: choices[Place(command: command.id, parameter: $0.name)])
                }
            )
        }
    }

    /// Fetches all choices at once, and leaves out those that take longer than a moment.
    private func fetchChoices(of commands: [Command]) async {
        var tasks: [Task<Void, Never>] = []
        for command in commands {
            for parameter in command.parameters {
                guard case .choice(let fetch) = parameter.kind else { continue }
                let place = Place(command: command.id, parameter: parameter.name)
                unfetched += 1
                tasks.append(
                    Task {
                        choices[place] = try? await fetch()
                        unfetched -= 1
                        if unfetched == 0 { endFetching() }
                    }
                )
            }
        }
        guard unfetched > 0 else { return }
        let timer = host.clock.schedule(after: CommandSurvey.patience) { [weak self] in self?.endFetching() }
        await withCheckedContinuation { fetched = $0 }
        timer.cancel()
        for task in tasks { task.cancel() }
    }

    private func endFetching() {
        let fetched = fetched
        self.fetched = nil
        fetched?.resume()
    }
}
