import Testing

@testable import HostRuntime

@Suite struct ProgramFoldersTests {
    private let environment = ["HOME": "/home/ann", "XDG_CACHE_HOME": "/fast"]

    @Test func `each kind of file has the user's own folder for it`() {
        let folders = ProgramFolders(HostOptions(), program: "shop", environment: environment)

        #expect(folders.state == "/home/ann/.local/state/shop")
        #expect(folders.cache == "/fast/shop")
    }

    @Test func `the folder that the options name holds everything`() {
        var options = HostOptions()
        options.stateDirectory = "/tmp/here"

        let folders = ProgramFolders(options, program: "shop", environment: environment)

        #expect(folders.state == "/tmp/here")
        #expect(folders.cache == nil)
    }
}
