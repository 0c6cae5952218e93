import FoundationEssentials
import HostTestKit
import TestSupport
import Testing

@testable import HostRuntime

@MainActor @Suite struct AppHostStorageTests {
    @Test func `a store of secrets is a file of its own, which nothing lists`() throws {
        let folder = try StoreFolder()
        let host = TestHost(stateDirectory: folder.path).app

        host.store("weather").update { $0["city"] = "Lisbon" }
        host.storage.secretStore("weather").update { $0["token"] = "sesame" }

        #expect(folder.text("secrets/weather.json")?.contains("sesame") == true)
        #expect(try folder.permissions(of: "secrets/weather.json") == 0o600)
        #expect(try folder.permissions(of: "secrets") == 0o700)
        #expect(host.store("weather").all == ["city": "Lisbon"])
        #expect(host.report(on: .store).contains("Lisbon"))
        #expect(!host.report(on: .store).contains("sesame"))
        #expect(TestHost(stateDirectory: folder.path).app.storage.secretStore("weather").value("token") == "sesame")
    }

    @Test func `each namespace has a cache of its own, in the state's folder where there is one`() throws {
        let folder = try StoreFolder()
        let host = TestHost(stateDirectory: folder.path).app

        host.cache("one").insert([1], for: "key", at: .distantPast)

        #expect(folder.names == ["cache"])
        #expect(host.cache("one").contains("key"))
        #expect(!host.cache("two").contains("key"))
        #expect(TestHost(stateDirectory: folder.path).app.cache("one").contains("key"))
    }

    @Test func `without a folder a cache is in memory and lives as long as the host`() {
        let host = TestHost().app

        host.cache("one").insert([1], for: "key", at: .distantPast)

        #expect(host.cache("one").contains("key"))
        #expect(!TestHost().app.cache("one").contains("key"))
    }

    @Test(arguments: ["", ".", "..", "a/b", "é"])
    func `a cache whose name leads elsewhere is in memory, and that is said`(namespace: String) throws {
        let folder = try StoreFolder()
        let host = TestHost(stateDirectory: folder.path)

        host.app.cache(namespace).insert([1], for: "key", at: .distantPast)

        #expect(folder.names == [])
        #expect(host.app.cache(namespace).contains("key"))
        #expect(host.events.count { $0.hasPrefix("warning  host  ") } == 1)
    }
}
