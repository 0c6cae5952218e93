import HostTestKit
import TestSupport
import Testing

@testable import HostRuntime

@MainActor @Suite(.tags(.inspector)) struct PluginInspectionStoresTests {
    private let folder: StoreFolder
    private let host: TestHost

    init() throws {
        folder = try StoreFolder()
        host = TestHost(plugins: [Watcher.self], stateDirectory: folder.path)
    }

    private func inspection() async throws -> PluginInspection {
        await host.launch()
        return try Watcher.context(in: host).inspection
    }

    @Test func `the stores in use and those in the folder are listed, but not secret ones`() async throws {
        let inspection = try await inspection()
        host.app.store("shop").update { $0 = ["city": "Faro", "days": 2] }
        KeyValueStore(namespace: "earlier", directory: folder.path).update { $0["old"] = true }
        inspection.context.storage.secretStore.update { $0["password"] = "hunter2" }

        let stores = inspection.stores

        let names = ["earlier", "scenarios", "shop"]
        #expect(stores.map(\.namespace) == names)
        #expect(stores.map(\.isInUse) == [false, true, true])
        #expect(stores.map(\.count) == [1, 0, 2])
        #expect(stores.map(\.path) == names.map { "\(folder.path)/\($0).json" })
    }

    @Test func `a look at the stores changes nothing on the disk, also when a file is damaged`() async throws {
        let inspection = try await inspection()
        try folder.write("{\"cut", to: "earlier.json")
        let names = folder.names

        #expect(inspection.stores.map(\.namespace) == ["earlier", "scenarios"])
        #expect(inspection.stores.map(\.count) == [0, 0])
        #expect(inspection.values(inStore: "earlier").isEmpty)
        #expect(try inspection.exportStore("earlier") == "{}")
        #expect(folder.names == names)

        try inspection.setValue(1, for: "new", inStore: "earlier")
        #expect(folder.text("earlier.json.damaged-1") == "{\"cut")
        #expect(host.events.contains { $0.contains("earlier.json' is damaged") })
    }

    @Test func `the values of a store are listed by key, without secrets`() async throws {
        let inspection = try await inspection()
        host.app.store("shop").update { $0 = ["token": "abc", "city": "Faro", "login": ["pin": 1, "phone": 7]] }

        let values = inspection.values(inStore: "shop")

        #expect(values.map(\.key) == ["city", "login", "token"])
        #expect(values.map(\.value) == ["Faro", ["pin": "•••", "phone": 7], "•••"])
        #expect(values.map(\.isSecret) == [false, true, true])
        #expect(inspection.values(inStore: "nowhere").isEmpty)
    }

    @Test func `a value is changed and removed, which the log says without the value`() async throws {
        let inspection = try await inspection()
        host.app.store("shop").update { $0["city"] = "Faro" }

        let first = try inspection.setValue("Porto", for: "city", inStore: "shop")
        let second = try inspection.setValue(nil, for: "city", inStore: "shop")

        #expect([first, second] == ["Faro", "Porto"])
        #expect(host.app.store("shop").all.isEmpty)
        #expect(
            host.app.log.entries.suffix(2).map { "\($0.source): \($0.text)" } == [
                "watcher: changed 'city' in the store 'shop'", "watcher: removed 'city' in the store 'shop'",
            ]
        )
    }

    @Test func `a store of an earlier run is changed on the disk`() async throws {
        let inspection = try await inspection()
        KeyValueStore(namespace: "earlier", directory: folder.path).update { $0["old"] = true }

        try inspection.setValue(false, for: "old", inStore: "earlier")

        #expect(KeyValueStore(namespace: "earlier", directory: folder.path).all == ["old": false])
    }

    @Test(arguments: ["token", "login"])
    func `a secret is neither changed nor removed`(key: String) async throws {
        let inspection = try await inspection()
        let values: [String: PlainValue] = ["token": "abc", "login": ["pin": 1]]
        host.app.store("shop").update { $0 = values }

        #expect(throws: StoreEditError.secret(key: key)) { try inspection.setValue(1, for: key, inStore: "shop") }
        #expect(throws: StoreEditError.secret(key: key)) { try inspection.setValue(nil, for: key, inStore: "shop") }
        #expect(host.app.store("shop").all == values)
    }

    @Test func `a store that doesn't exist is an error with a suggestion, and isn't made`() async throws {
        let inspection = try await inspection()
        host.app.store("shop").update { $0["city"] = "Faro" }

        #expect(throws: StoreEditError.unknownStore("shp", nearest: "shop")) {
            try inspection.setValue(1, for: "city", inStore: "shp")
        }
        #expect(throws: StoreEditError.unknownStore("shp", nearest: "shop")) { try inspection.exportStore("shp") }
        #expect(inspection.stores.map(\.namespace) == ["scenarios", "shop"])
    }

    @Test func `an exported store is read back as it was, without its secrets`() async throws {
        let inspection = try await inspection()
        let kept: [String: PlainValue] = ["city": "Faro", "ratio": 2.0, "list": [1, "two"]]
        host.app.store("shop").update { $0 = kept.merging(["token": "abc"]) { $1 } }

        let text = try inspection.exportStore("shop")

        #expect(try PlainValue(json: Array(text.utf8)) == .dictionary(kept))
        #expect(!text.contains("abc"))
    }

    @Test func `after the plugin's end it sees no stores and may not change any`() async throws {
        let inspection = try await inspection()
        host.app.store("shop").update { $0["city"] = "Faro" }
        try host.app.plugins.disable("watcher")

        #expect(inspection.stores.isEmpty)
        #expect(inspection.values(inStore: "shop").isEmpty)
        #expect(throws: PluginContextError(plugin: "watcher", call: "inspection.exportStore(shop)")) {
            try inspection.exportStore("shop")
        }
        #expect(throws: PluginContextError(plugin: "watcher", call: "inspection.setValue(inStore: shop)")) {
            try inspection.setValue(1, for: "city", inStore: "shop")
        }
    }
}
