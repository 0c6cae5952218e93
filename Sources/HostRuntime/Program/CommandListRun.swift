/// One run of `commands`: it prints the commands of all modules, without running any.
@MainActor final class CommandListRun {
    /// The time for fetching the choices of all parameters.
    private static let patience = Duration.milliseconds(250)

    private struct Place: Hashable {
        let command: String
        let parameter: String
    }

    private let run: BackgroundRun
    private let output: ResultOutput
    private let isJSON: Bool
    private var choices: [Place: [CommandChoice]] = [:]
    private var unfetched = 0
    private var fetched: CheckedContinuation<Void, Never>?

    init(
        _ setup: ProgramSetup,
        _ folders: ProgramFolders,
        json isJSON: Bool,
        _ output: ResultOutput
    ) throws(HostProgramError) {
        self.isJSON = isJSON
        self.output = output
        run = try BackgroundRun(setup, folders, RunMessages(setup.application.name))
    }

    /// Prints the commands, and returns how the program ends.
    func perform() async throws(HostProgramError) -> ProgramEnd {
        run.launch()
        await run.settle()
        await fetchChoices()
        let listing = CommandListing(entries)
        let end = try output.write(isJSON ? listing.json : listing.text, of: "the list of commands")
        await run.end()
        return end ?? .status(.success)
    }

    private var entries: [CommandListing.Entry] {
        run.host.commands.reports.map { report in
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
    private func fetchChoices() async {
        var tasks: [Task<Void, Never>] = []
        for command in run.host.commands.all {
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
        let timer = run.host.clock.schedule(after: CommandListRun.patience) { [weak self] in self?.endFetching() }
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
