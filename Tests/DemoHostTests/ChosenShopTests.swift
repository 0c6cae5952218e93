import HostRuntime
import HostTestKit
import TestSupport
import Testing

@testable import demo_host

/// The chosen shop over restarts, and the form that chooses the environment.
@MainActor @Suite struct ChosenShopTests {
    private func launched(_ folder: TemporaryFolder) async throws -> TestHost {
        let host = try TestHost(stateDirectory: folder.path, program: { try DemoHost(host: $0) })
        await host.launch()
        return host
    }

    private var second: Shop { ShopModel().shops[1] }

    @Test func `the chosen shop is there again at the next start`() async throws {
        let folder = TemporaryFolder()
        let first = try await launched(folder)
        #expect(!first.frame.contains(second.name))
        try await first.run("shop.switch", ["shop": .string(second.id)])
        await first.terminate()

        let next = try await launched(folder)

        #expect(next.frame.contains(second.name))
    }

    @Test func `the basket and the session are there again, and what another run adds joins them`() async throws {
        let folder = TemporaryFolder()
        let first = try await launched(folder)
        try await first.logIn()
        try await first.run("basket.add", ["product": "oil"])
        let second = try await launched(folder)
        let added = try await second.run("basket.add", ["product": "tea"])

        let placed = try await first.run("order.place")

        #expect(added == "Added Green tea, Gorreana. 2 in the basket, €15.80.")
        #expect(placed == "Placed order #1043 for €15.80.")
    }

    @Test func `what another run adds ends no session, and is no part of an order that was asked about`() async throws {
        let folder = TemporaryFolder()
        let first = try await launched(folder)
        let second = try await launched(folder)
        try await first.run("environment.switch", ["environment": "production"])
        try await first.run("shop.confirm")
        try await first.logIn()
        try await first.run("basket.add", ["product": "oil"])
        _ = try await first.run("order.place")

        try await second.run("environment.switch", ["environment": "production"])
        try await second.run("shop.confirm")
        try await second.run("basket.add", ["product": "tea"])
        let refusal = await #expect(throws: (any Error).self) { try await first.run("shop.confirm") }

        #expect("\(try #require(refusal))".contains("The basket has changed"))
        let store = first.app.store("demo-host")
        #expect(store.value("session")?.stringValue != nil)
    }

    @Test(arguments: ["gone", "", 3, ["x"]] as [PlainValue])
    func `a shop that is gone, and a value that names none, leave the first shop`(value: PlainValue) async throws {
        let folder = TemporaryFolder()
        let first = try await launched(folder)
        first.app.store("demo-host").update { $0["shop"] = value }
        await first.terminate()

        let next = try await launched(folder)

        #expect(next.frame.contains(ShopModel().shops[0].name))
    }

    @Test(arguments: [(40, 12), (80, 24), (30, 12)])
    func `what each environment holds is readable at any size`(width: Int, height: Int) async throws {
        let host = try await TestHost.shop(size: Size(width: width, height: height))

        await host.key("e")
        for _ in 0..<2 { await host.key("down") }

        let words = host.frame.text.split { $0.isWhitespace || "│▐".contains($0) }
        let text = words.joined(separator: " ")
        #expect(text.contains("real customers, real money"))
    }
}
