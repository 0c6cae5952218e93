import FoundationEssentials
import TestSupport
import Testing

@testable import HostRuntime

@Suite struct ScenarioDefaultsTests {
    @Test func `without a host, counters are in a file in XDG's state directory, named after the executable`() throws {
        let folder = try StoreFolder()
        let store = ScenarioDefaults.processStore(
            environment: ["XDG_STATE_HOME": folder.path],
            program: "/opt/bin/shop"
        )

        store.update { $0["key"] = 1 }

        #expect(folder.text("shop/scenarios.json") == #"{"key":1}"#)
    }

    @Test func `the store of a process creates no file before the first count`() throws {
        let folder = try StoreFolder()

        let store = ScenarioDefaults.processStore(environment: ["XDG_STATE_HOME": folder.path], program: "shop")

        #expect(store.all == [:])
        #expect(folder.names == [])
    }
}
