import TestSupport
import Testing

@testable import HostRuntime

/// Services by typed key, which come and go with their provider.
@MainActor @Suite(.tags(.commands)) struct ServiceRegistryTests {
    private protocol Greeter: AnyObject {
        var greeting: String { get }
    }

    private final class Polite: Greeter {
        let greeting = "Good day"
    }

    private let registry = ServiceRegistry()
    private let key = ServiceKey<any Greeter>("greeter")

    @Test func `a service is looked up by its typed key`() throws {
        let reference = registry.reference(to: key)
        #expect(reference.value == nil)

        try registry.provide(Polite(), for: key, owner: .plugin("me"))

        #expect(reference.value?.greeting == "Good day")
    }

    @Test func `a name with another type finds nothing`() throws {
        try registry.provide(Polite(), for: key, owner: .plugin("me"))

        #expect(registry.reference(to: ServiceKey<Int>("greeter")).value == nil)
    }

    @Test func `a withdrawn service leaves no object behind, whoever holds a reference`() throws {
        weak var service: Polite?
        let reference = registry.reference(to: key)
        do {
            let polite = Polite()
            service = polite
            try registry.provide(polite, for: key, owner: .plugin("me"))
        }

        registry.withdraw("greeter")

        #expect(reference.value == nil)
        #expect(service == nil)
    }

    @Test func `a second provider is refused with both named`() throws {
        try registry.provide(Polite(), for: key, owner: .plugin("me"))

        let clash = #expect(throws: ServiceError.self) {
            try registry.provide(Polite(), for: key, owner: .plugin("you"))
        }
        #expect(
            clash?.description
                == "Service 'greeter' is provided twice, by me and by you. "
                + "A service has one provider; me's stays. Provide the other one under another name."
        )
    }

    @Test func `a service whose name no manifest could declare is refused with the rule`() {
        let refusal = #expect(throws: ServiceError.self) {
            try registry.provide(1, for: ServiceKey<Int>(""), owner: .plugin("me"))
        }

        #expect(
            refusal?.description == "Service '' is not provided: its name may not be empty. Choose another name."
        )
        #expect(registry.all.isEmpty)
    }

    @Test func `providing and withdrawing a service each report once`() throws {
        var changes: [String] = []
        registry.onChange = { changes.append("\($0) \($2)") }

        try registry.provide(Polite(), for: key, owner: .plugin("me"))
        registry.withdraw("greeter")
        registry.withdraw("greeter")

        #expect(changes == ["greeter true", "greeter false"])
    }
}
