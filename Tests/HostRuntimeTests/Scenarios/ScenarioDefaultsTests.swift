import FoundationEssentials
import Testing

@testable import HostRuntime

@Suite struct ScenarioDefaultsTests {
    @Test func `without a host counters are in a file of XDG's state folder, named after the executable`() throws {
        let folder = try StoreFolder()
        let store = ScenarioDefaults.processStore(
            environment: ["XDG_STATE_HOME": folder.path],
            program: "/opt/bin/shop"
        )

        store.update { $0["key"] = 1 }

        #expect(folder.text("shop/scenarios.json") == #"{"key":1}"#)
    }

    @Test func `a process's store makes nothing before it counts something`() throws {
        let folder = try StoreFolder()

        let store = ScenarioDefaults.processStore(environment: ["XDG_STATE_HOME": folder.path], program: "shop")

        #expect(store.all == [:])
        #expect(folder.names == [])
    }
}
