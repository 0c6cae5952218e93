import Synchronization
import TestSupport
import Testing

@testable import HostBase
@testable import MessageBus

/// Runs random programs of observers that observe, cancel, post and throw, on
/// the bus and on a plain array, and compares what was called when, and what was counted.
@Suite(.tags(.bus)) struct BusModelTests {
    @Test(arguments: seeds(of: 1...60))
    func `a random program runs on the bus as it does on a plain array`(seed: UInt64) {
        let real = Program(seed: seed, world: RealWorld())
        let model = Program(seed: seed, world: ModelWorld())

        real.run()
        model.run()

        #expect(real.log == model.log)
        #expect(real.counts == model.counts)
        #expect(real.log.count > 20)
    }

    @Test func `random programs reach every kind of step`() {
        let steps = (UInt64(1)...60).reduce(into: Set<String>()) { steps, seed in
            let program = Program(seed: seed, world: ModelWorld())
            program.run()
            steps.formUnion(program.log.map { String($0.prefix { $0 != " " }) })
        }

        #expect(steps == ["call", "observe", "cancel-self", "cancel", "post", "throw", "refused"])
    }
}

private protocol World: AnyObject {
    func observe(_ topic: Int, as id: Int, _ body: @escaping (Int) throws -> Void)
    func cancel(_ id: Int)
    func post(_ number: Int, to topic: Int, refused: @escaping () -> Void)
    /// The posts, calls and failures of each topic.
    var counts: [[Int]] { get }
}

/// The oracle: a list of observers for each topic, no more.
private final class ModelWorld: World {
    private var observers: [[(id: Int, body: (Int) throws -> Void)]] = [[], [], []]
    private var live: Set<Int> = []
    private var depth = 0
    private(set) var counts = [[0, 0, 0], [0, 0, 0], [0, 0, 0]]

    func observe(_ topic: Int, as id: Int, _ body: @escaping (Int) throws -> Void) {
        observers[topic].append((id, body))
        live.insert(id)
    }

    func cancel(_ id: Int) {
        live.remove(id)
    }

    func post(_ number: Int, to topic: Int, refused: @escaping () -> Void) {
        let snapshot = observers[topic].filter { live.contains($0.id) }
        // A post that nobody can hear nests nothing.
        if depth == 64, !snapshot.isEmpty {
            counts[topic][2] += 1
            return refused()
        }
        counts[topic][0] += 1
        depth += 1
        for observer in snapshot where live.contains(observer.id) {
            counts[topic][1] += 1
            do { try observer.body(number) } catch { counts[topic][2] += 1 }
        }
        depth -= 1
    }
}

private final class RealWorld: World {
    private let bus = NotificationBus(leakWarningThreshold: 0)
    private let names: [NotificationName] = ["model.0", "model.1", "model.2"]
    private var subscriptions: [Int: Subscription] = [:]
    /// What to call when a post is refused, innermost last.
    private var refusals: [() -> Void] = []

    init() {
        // The bus counts the posts under a name from the first observer on.
        for name in names { bus.observeOnAnyThread(named: name) { _ in }.cancel() }
        let world = Unchecked(value: Unowned(world: self))
        bus.listeners.add { event in
            if event.text.contains("was not delivered") { world.value.world.refusals.last?() }
        }
    }

    private struct Unowned {
        unowned let world: RealWorld
    }

    /// One thread runs the whole program, so its closures may be called from the bus.
    private struct Unchecked<Value>: @unchecked Sendable {
        let value: Value
    }

    func observe(_ topic: Int, as id: Int, _ body: @escaping (Int) throws -> Void) {
        let body = Unchecked(value: body)
        subscriptions[id] = bus.observeOnAnyThread(named: names[topic]) {
            try body.value($0["number"]?.intValue ?? -1)
        }
    }

    func cancel(_ id: Int) {
        subscriptions[id]?.cancel()
    }

    func post(_ number: Int, to topic: Int, refused: @escaping () -> Void) {
        refusals.append(refused)
        defer { refusals.removeLast() }
        bus.post(named: names[topic], ["number": .int(number)])
    }

    var counts: [[Int]] {
        names.map { name in
            let topic = bus.statistics().first { $0.messageName == name.text }
            return topic.map { [$0.posts, $0.deliveries, $0.failures] } ?? [0, 0, 0]
        }
    }
}

/// A random program: what an observer does depends on the seed and on how many steps were made before.
private final class Program {
    private let world: any World
    private var random: SeededGenerator
    private var topics: [Int] = []
    private var budget = 600
    private(set) var log: [String] = []
    /// Some programs nest as deep as they can.
    private let isDeep: Bool

    init(seed: UInt64, world: any World) {
        self.world = world
        random = SeededGenerator(seed: seed)
        isDeep = seed % 5 == 0
    }

    var counts: [[Int]] { world.counts }

    func run() {
        for _ in 0..<6 { observe() }
        for number in 0..<30 {
            log.append("post \(number)")
            post(number)
            if number % 4 == 0 { observe() }
        }
    }

    private func roll(_ sides: Int) -> Int {
        Int.random(in: 0..<sides, using: &random)
    }

    private func post(_ number: Int) {
        world.post(number, to: roll(3)) { self.log.append("refused \(number)") }
    }

    private func observe() {
        let id = topics.count
        topics.append(roll(3))
        log.append("observe \(id)")
        world.observe(topics[id], as: id) { number in
            self.log.append("call \(id) \(number)")
            try self.step(in: id)
        }
    }

    private func step(in id: Int) throws {
        guard budget > 0 else { return }
        budget -= 1
        let choice = roll(10)
        if isDeep, choice < 8 { return post(budget) }
        switch choice {
        case 0, 1: observe()
        case 2:
            log.append("cancel-self \(id)")
            world.cancel(id)
        case 3, 4:
            let other = roll(topics.count)
            log.append("cancel \(other)")
            world.cancel(other)
        case 5, 6:
            log.append("post \(budget)")
            post(budget)
        case 7:
            log.append("throw \(id)")
            throw BusTest.Failure()
        default: break
        }
    }
}
