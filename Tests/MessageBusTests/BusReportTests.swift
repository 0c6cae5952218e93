import Synchronization
import TestSupport
import Testing

@testable import HostBase
@testable import MessageBus

@Suite(.tags(.bus)) struct BusReportTests {
    private let bus = NotificationBus()
    private let kept = BusTest.Holder()

    @Test func `counters are kept per message type`() throws {
        let heard = bus.observeOnAnyThread(BusTest.Text.self) { _ in }
        let throwing = bus.observeOnAnyThread(BusTest.Text.self) { _ in throw BusTest.Failure() }
        let full = bus.messages(of: BusTest.Number.self, buffer: .newest(1))

        for _ in 0..<3 { bus.post(BusTest.Text("go")) }
        for number in 0..<4 { bus.post(BusTest.Number(number)) }
        bus.post(BusTest.Kept(1))

        let statistics = bus.statistics()
        #expect(statistics.map(\.messageName) == ["Text", "Number", "Kept"])
        #expect(statistics.map(\.posts) == [3, 4, 1])
        #expect(statistics.map(\.deliveries) == [6, 4, 0])
        #expect(statistics.map(\.dropped) == [0, 3, 0])
        #expect(statistics.map(\.failures) == [3, 0, 0])
        #expect(statistics.map(\.observers) == [2, 1, 0])
        withExtendedLifetime((heard, throwing, full)) {}
    }

    @Test func `a bus without a host tells its creator of failures and of leaks`() throws {
        let reports = Mutex<[BusEvent]>([])
        let bus = NotificationBus(leakWarningThreshold: 2) { event in reports.withLock { $0.append(event) } }
        let subscriptions = (0..<2).map { _ in
            bus.observeOnAnyThread(BusTest.Text.self) { _ in throw BusTest.Failure() }
        }

        bus.post(BusTest.Text("go"))

        let heard = reports.withLock { $0 }
        #expect(heard.map(\.kind) == [.leakWarning, .failure, .failure])
        #expect(heard.last?.text.contains("threw on 'Text'") == true)
        withExtendedLifetime(subscriptions) {}
    }

    @Test func `the list of observers says file and line, owner and delivery`() {
        let line = #line + 1
        let main = bus.observe(BusTest.Text.self, owner: .plugin("ads")) { _ in }
        let sequence = bus.messages(of: BusTest.Text.self)
        let any = bus.observeOnAnyThread(named: "com.example") { _ in }

        let infos = bus.observers()

        #expect(infos.map(\.messageName) == ["Text", "Text", "com.example"])
        #expect(infos.map(\.site.owner) == [.plugin("ads"), .host, .host])
        #expect(infos.map(\.site.file) == Array(repeating: #fileID, count: 3))
        #expect(infos.map(\.site.line) == [line, line + 1, line + 2])
        #expect(infos.map(\.delivery) == [.mainActor, .sequence, .anyThread])
        withExtendedLifetime((main, sequence, any)) {}
    }

    @Test func `every post is shown to the transcript before its observers are called`() {
        let log = BusTest.Log<String>()
        let listener = bus.listeners.add(posts: true) { log.add("\($0.depth) \($0.messageName) \($0.owner)") }
        kept["outer"] = bus.observeOnAnyThread(BusTest.Text.self) { [bus] _ in
            log.add("called")
            bus.post(named: "com.example", owner: .plugin("ads"))
        }

        bus.post(BusTest.Text("go"))
        bus.listeners.remove(listener)
        bus.post(BusTest.Text("unseen"))

        #expect(log.entries == ["0 Text host", "called", "1 com.example ads", "called"])
    }

    @Test func `a listener hears messages without observers, also of types older than itself, until it is removed`() {
        struct Later: BusMessage {
            static let messageName = "Later"
        }
        let told = BusTest.Log<String>()
        bus.post(BusTest.Number(1))
        bus.post(named: "early")

        let listener = bus.listeners.add(posts: true) { told.add($0.messageName) }
        bus.post(BusTest.Number(1))
        bus.post(named: "early")
        bus.post(Later())
        bus.post(named: "late")
        bus.listeners.remove(listener)
        bus.post(BusTest.Number(1))
        bus.post(Later())
        bus.post(named: "late")

        #expect(told.entries == [BusTest.Number.messageName, "early", "Later", "late"])
        #expect(bus.statistics().map(\.posts) == [3, 2])
    }

    @Test func `a post from inside a listener is not shown again`() {
        let log = BusTest.Log<String>()
        let listener = bus.listeners.add(posts: true) { [bus] in
            log.add($0.messageName)
            bus.post(BusTest.Number(1))
        }

        bus.post(BusTest.Text("go"))

        #expect(log.entries == ["Text"])
        bus.listeners.remove(listener)
    }

    @Test func `a leak warning comes at the threshold and again every half of it, grouped by creation site`() {
        let bus = NotificationBus(leakWarningThreshold: 10)
        let log = BusTest.Log<BusEvent>()
        bus.listeners.add { log.add($0) }
        var subscriptions: [Subscription] = []

        for number in 0..<25 {
            if number % 2 == 0 {
                subscriptions.append(
                    bus.observeOnAnyThread(BusTest.Text.self, owner: .plugin("ads"), file: "Many.swift", line: 1) { _ in
                    }
                )
            }
            subscriptions.append(bus.observeOnAnyThread(BusTest.Text.self, file: "Few.swift", line: number) { _ in })
        }

        #expect(subscriptions.count == 38)
        #expect(log.entries.map(\.observers) == [10, 15, 20, 25, 30, 35])
        #expect(log.entries.map(\.messageName) == Array(repeating: "Text", count: 6))
        #expect(log.entries.allSatisfy { $0.kind == .leakWarning })
        #expect(log.entries.first?.text.contains("; 4 of them were added at Many.swift:1 by 'ads'") == true)
        #expect(log.entries.first?.place == "Many.swift:1")
        #expect(log.entries.first?.owner == .plugin("ads"))
    }

    @Test func `a leak warning names the place that added most of the observers`() {
        let many = ObserverSite(owner: .plugin("ads"), file: "Many.swift", line: 7)
        let few = ObserverSite(owner: .host, file: "Few.swift", line: 1)

        let warning = LeakWarning(messageName: "Text", sites: [few, many, many])

        #expect(
            "\(warning)" == """
                'Text' has 3 observers; 2 of them were added at Many.swift:7 by 'ads'. Observers that aren't cancelled \
                are never released.
                """
        )
    }

    @Test func `adding and cancelling in turn warns once`() {
        let bus = NotificationBus(leakWarningThreshold: 3)
        let log = BusTest.Log<Int>()
        bus.listeners.add { log.add($0.observers) }
        let kept = (0..<2).map { _ in bus.observeOnAnyThread(BusTest.Text.self) { _ in } }

        for _ in 0..<20 {
            bus.observeOnAnyThread(BusTest.Text.self) { _ in }.cancel()
        }

        #expect(log.entries == [3])
        withExtendedLifetime(kept) {}
    }

    @Test func `a threshold of 0 never warns`() {
        let bus = NotificationBus(leakWarningThreshold: 0)
        let log = BusTest.Log<Int>()
        bus.listeners.add { log.add($0.observers) }

        kept["subscription"] = bus.observeOnAnyThread(BusTest.Text.self) { _ in }

        #expect(log.entries.isEmpty)
    }
}
