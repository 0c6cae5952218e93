/// One run of `commands`: it prints the commands of all modules, without running any.
@MainActor final class CommandListRun {
    private let run: BackgroundRun
    private let output: ResultOutput

    init(
        _ setup: ProgramSetup,
        _ folders: ProgramFolders,
        _ output: ResultOutput
    ) throws(HostProgramError) {
        self.output = output
        run = try BackgroundRun(setup, folders, RunMessages(setup.application.name))
    }

    /// Prints the commands, and returns how the program ends.
    func perform(json isJSON: Bool) async throws(HostProgramError) -> ProgramEnd {
        run.launch()
        await run.settle()
        let listing = await CommandSurvey(run.host).listing()
        let text = (isJSON ? listing.json : listing.text).inLocale(json: isJSON)
        let end = try output.write(text, of: "the list of commands")
        await run.end()
        return end ?? .status(.success)
    }

    /// Prints how one command is run, with its parameters, and returns how the program ends.
    func perform(helpFor id: String) async throws(HostProgramError) -> ProgramEnd {
        run.launch()
        await run.settle { [host = run.host] in host.commands[id] != nil }
        let entries = await CommandSurvey(run.host).listing { $0 == id }.entries
        await run.end()
        let found = entries.filter { $0.id == id }
        guard !found.isEmpty else {
            let error = CommandReply(unknown: id, among: entries.map(\.id)).message ?? ""
            throw HostProgramError(status: .usage, text: error)
        }
        let usage = "Usage: \(run.host.name) run \(id) [NAME=VALUE ...] [options]\n\n"
        return try output.write((usage + CommandListing(found).text).inLocale(), of: "the help") ?? .status(.success)
    }
}
