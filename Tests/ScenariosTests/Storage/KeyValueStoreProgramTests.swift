import FoundationEssentials
import TestSupport
import Testing

@testable import HostBase
@testable import Scenarios

@Suite struct KeyValueStoreProgramTests {
    @Test func `a program's store is a file in XDG's state directory, named after the executable`() {
        let store = KeyValueStore.ofProgram("scenarios")

        let program = ProcessArguments.all.first ?? ""
        #expect(store.path == StandardDirectory.state(of: program, ProcessEnvironment.all) + "/scenarios.json")
    }

    @Test func `a program's store creates no file before the first count`() throws {
        let folder = try StoreFolder()

        let store = KeyValueStore.ofProgram("scenarios", directory: folder.path)
        #expect(store.all == [:])
        #expect(folder.names == [])

        store.update { $0["key"] = 1 }
        #expect(folder.text("scenarios.json") == #"{"key":1}"#)
    }
}
