import HostRuntime
import HostTestKit
import Testing

@testable import demo_host

@MainActor @Suite struct ShopChangeTests {
    private func messages(_ body: (inout ShopModel) throws -> Void, from old: ShopModel) rethrows -> [String] {
        var new = old
        try body(&new)
        return new.messages(since: old).map { "\($0)" }
    }

    private func loggedIn() throws -> ShopModel {
        var model = ShopModel()
        try model.logIn(phone: "912345678", password: "sesame")
        return model
    }

    @Test func `the end of a session is posted before the change of the environment`() throws {
        let messages = try messages({ $0.switchEnvironment(to: .staging) }, from: loggedIn())

        #expect(messages == ["session changed  nobody", "environment changed  staging"])
    }

    @Test func `the start of a session is posted after the changes of environment and shop`() throws {
        let messages = try messages(
            {
                $0.switchEnvironment(to: .staging)
                try $0.switchShop(to: "fern")
                try $0.logIn(phone: "111111", password: "sesame")
            },
            from: loggedIn()
        )

        #expect(
            messages == [
                "session changed  nobody", "environment changed  staging", "shop changed  Fern & Clay, Faro",
                "session changed  merchant 1111",
            ]
        )
    }

    @Test func `one session in place of another is one message`() throws {
        let messages = try messages({ try $0.logIn(phone: "111111", password: "sesame") }, from: loggedIn())

        #expect(messages == ["session changed  merchant 1111"])
    }

    @Test func `a change of the page or the basket is no message`() throws {
        let messages = try messages(
            {
                $0.open(.orders)
                try $0.addToBasket("oil")
            },
            from: loggedIn()
        )

        #expect(messages == [])
    }

    // MARK: - Observers

    /// An observer that records, after each message, the state by the messages alone and the state of the model.
    @MainActor private final class Witness {
        struct State: Hashable {
            var environment = ShopEnvironment.development
            var phone: String?

            static let numbers: [ShopEnvironment: String] = [.development: "111111", .staging: "222222"]

            /// Whether the session belongs to the environment, by the numbers of the tests.
            var isWhole: Bool { phone == nil || phone == State.numbers[environment] }
        }

        private(set) var known: [State] = []
        private(set) var real: [State] = []
        private var state = State()
        private var subscriptions: [Subscription] = []

        init(_ shop: ShopController) {
            subscriptions = [
                shop.host.bus.observe(EnvironmentDidChange.self) { [unowned self, unowned shop] in
                    state.environment = $0.environment
                    record(shop)
                },
                shop.host.bus.observe(SessionDidChange.self) { [unowned self, unowned shop] in
                    state.phone = $0.session?.phone
                    record(shop)
                },
            ]
        }

        private func record(_ shop: ShopController) {
            known.append(state)
            real.append(State(environment: shop.model.environment, phone: shop.model.session?.phone))
        }
    }

    private func launchedShop() async throws -> (TestHost, ShopController) {
        var shop: ShopController?
        let host = try TestHost { host in
            let controller = try ShopController(host: host)
            shop = controller
            return controller
        }
        await host.launch()
        return (host, try #require(shop))
    }

    private func logIn(_ host: TestHost, in environment: ShopEnvironment) async throws {
        let phone = try #require(Witness.State.numbers[environment])
        try await host.run("session.login", ["phone": .string(phone), "password": "sesame"])
    }

    @Test func `no observer sees the new environment with the session of the old one`() async throws {
        let (host, shop) = try await launchedShop()
        let witness = Witness(shop)

        for environment in [ShopEnvironment.development, .staging, .development] {
            try await host.run("environment.switch", ["environment": .string(environment.rawValue)])
            try await logIn(host, in: environment)
        }

        #expect(witness.known.filter { !$0.isWhole } == [])
        #expect(witness.real.filter { !$0.isWhole } == [])
        #expect(witness.known.count == 7)
    }

    @Test func `a change by an observer is posted after the one under way`() async throws {
        let (host, shop) = try await launchedShop()
        try await logIn(host, in: .development)
        let eager = host.app.bus.observe(SessionDidChange.self) { [unowned shop] message in
            guard message.session == nil else { return }
            try? shop.change { try $0.logIn(phone: "222222", password: "sesame") }
        }
        let witness = Witness(shop)

        try await host.run("environment.switch", ["environment": "staging"])

        withExtendedLifetime(eager) {}
        #expect(witness.known.map(\.environment) == [.development, .staging, .staging])
        #expect(witness.known.map(\.phone) == [nil, nil, "222222"])
    }

    @Test func `no frame shows the new environment with the session of the old one`() async throws {
        let (host, shop) = try await launchedShop()
        try await logIn(host, in: .development)
        try await host.run("page.orders")
        let before = host.changedFrames

        try await host.run("environment.switch", ["environment": "staging"])

        withExtendedLifetime(shop) {}
        #expect(host.changedFrames == before + 1)
        #expect(host.frame.contains(" STAGING "))
        #expect(host.frame.contains("not logged in"))
        #expect(host.frame.contains("Press  l  to log in."))
    }
}
