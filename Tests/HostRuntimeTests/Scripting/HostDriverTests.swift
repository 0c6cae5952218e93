import Synchronization
import TestSupport
import Testing

@testable import HostRuntime

@MainActor @Suite(.tags(.program)) struct HostDriverTests {
    private let time: ManualTime
    private let host: AppHost

    init() {
        let time = ManualTime()
        self.time = time
        host = AppHost(
            HostSetup(
                name: "test",
                version: "1",
                display: Display(DisplayTraits(size: Size(width: 10, height: 3))),
                time: time,
                plugins: []
            )
        )
    }

    private func driver(_ realTimeWait: @escaping RealTimeWait.Timer) -> HostDriver {
        HostDriver(
            host,
            time: time,
            display: Display(DisplayTraits(size: Size(width: 10, height: 3))),
            realTimeWait: realTimeWait
        )
    }

    /// A timer that never ends by itself.
    private static let endless: RealTimeWait.Timer = { _ in
        let never = Gate()
        await withTaskCancellationHandler {
            await never.passage()
        } onCancel: {
            never.open()
        }
    }

    @Test func `the result of work outside comes at the moment at which the work began`() async {
        let driver = driver(Self.endless)
        let gate = Gate()
        var moment: Duration?
        host.work.start {
            try? await host.work.perform { await gate.passage() }
            moment = time.now
        }
        let opening = Task.detached {
            await gate.arrival()
            gate.open()
        }

        await driver.advance(by: .seconds(1))

        #expect(moment == .zero)
        #expect(time.now == .seconds(1))
        await opening.value
    }

    @Test func `results of work outside come in the order in which the work began`() async {
        let driver = driver(Self.endless)
        let isSecondDone = Gate()
        var order: [String] = []
        host.work.start {
            try? await host.work.perform { await isSecondDone.passage() }
            order.append("first")
        }
        host.work.start {
            try? await host.work.perform { isSecondDone.open() }
            order.append("second")
        }

        await driver.advance(by: .seconds(1))

        #expect(order == ["first", "second"])
    }

    @Test func `a result of work outside comes when the time moves, and not before`() async throws {
        let driver = driver(Self.endless)
        let isDone = Gate()
        var order: [String] = []
        await driver.perform {
            host.work.start {
                try? await host.work.perform { isDone.open() }
                order.append("result")
            }
        }
        await isDone.passage()

        for _ in 0..<100 { await driver.perform {} }
        order.append("time moves")
        await driver.advance(by: .seconds(1))

        #expect(order == ["time moves", "result"])
    }

    @Test func `cancelled work outside does not wait for the time to move`() async {
        let driver = driver(Self.endless)
        let isDone = Gate()
        var isOver = false
        var task: Task<Void, Never>?
        await driver.perform {
            task = host.work.start {
                try? await host.work.perform { isDone.open() }
                isOver = true
            }
        }
        await isDone.passage()

        task?.cancel()
        await task?.value

        #expect(isOver)
    }

    @Test func `timers that fall due while a person has left fire at the return, after its message`() async {
        let driver = driver(Self.endless)
        var events: [String] = []
        let clock = host.clock
        let observer = host.bus.observe(WillEnterForeground.self) { _ in events.append("\(clock.now.seconds) return") }
        await driver.launch()
        let timers = [
            clock.schedule(after: .seconds(2)) { events.append("\(clock.now.seconds) once") },
            clock.schedule(every: .seconds(3)) { events.append("\(clock.now.seconds) repeated") },
        ]

        await driver.enterBackground()
        await driver.advance(by: .seconds(10))
        events.append("left")
        await driver.enterForeground()
        await driver.advance(by: .seconds(2))

        #expect(events == ["left", "10.0 return", "10.0 once", "10.0 repeated", "12.0 repeated"])
        withExtendedLifetime((observer, timers)) {}
    }

    @Test func `timers fire in the background until no hold delays the stop, and behind a lock`() async {
        let driver = driver(Self.endless)
        var moments: [Double] = []
        var held: [Hold] = []
        let clock = host.clock
        let observer = host.bus.observe(WillEnterBackground.self) { held.append($0.hold("saving", for: .seconds(3))) }
        await driver.launch()
        let timer = clock.schedule(every: .seconds(1)) { moments.append(clock.now.seconds) }

        await driver.setScreenLocked(true)
        await driver.advance(by: .seconds(2))
        await driver.setScreenLocked(false)
        held = []
        await driver.enterBackground()
        await driver.advance(by: .milliseconds(1500))
        held = []
        await driver.advance(by: .seconds(10))

        #expect(moments == [1, 2, 3])
        withExtendedLifetime((observer, timer)) {}
    }

    @Test func `a program that ends while it is stopped still waits for its holds`() async {
        let driver = driver(Self.endless)
        var held: [Hold] = []
        let observer = host.bus.observe(WillTerminate.self) { held.append($0.hold("saving", for: .seconds(3))) }
        await driver.launch()
        await driver.enterBackground()

        await driver.terminate()

        #expect(host.hasEnded)
        #expect(time.now == .seconds(3))
        withExtendedLifetime(observer) {}
    }

    @Test func `work outside that goes on when the program is stopped ends after the return`() async {
        let driver = driver(Self.endless)
        var moment: Duration?
        await driver.launch()
        await driver.enterBackground()
        host.work.start {
            try? await host.work.perform {}
            moment = time.now
        }

        await driver.advance(by: .seconds(10))
        #expect(moment == nil)
        await driver.enterForeground()
        await driver.advance(by: .seconds(1))

        #expect(moment == .seconds(10))
    }

    @Test func `the end waits for a hold, up to its limit`() async {
        let driver = driver(Self.endless)
        var events: [String] = []
        driver.observeEvents { events.append("\(self.time.now.seconds) \($0)") }
        var held: [Hold] = []
        let observer = host.bus.observe(WillTerminate.self) { message in
            held.append(message.hold("saving", for: .seconds(3)))
        }
        await driver.launch()

        await driver.terminate()

        #expect(host.hasEnded)
        #expect(events.last?.contains("held the program for longer than") == true)
        withExtendedLifetime(observer) {}
    }

    @Test func `work outside that follows other work outside ends at the same moment`() async {
        let driver = driver(Self.endless)
        var moments: [Duration] = []
        let work = host.work
        let time = time
        work.start {
            for _ in 0..<20 {
                _ = try? await work.perform { 1 }
                moments.append(time.now)
            }
            async let first = work.perform { 1 }
            async let second = work.perform { 2 }
            _ = try? await (first, second)
            moments.append(time.now)
        }

        await driver.advance(by: .seconds(1))

        #expect(moments == Array(repeating: .zero, count: 21))
    }

    @Test func `work outside that begins at a timer on the way ends at the timer's moment`() async {
        let driver = driver(Self.endless)
        var moment: Duration?
        let timer = host.clock.schedule(after: .seconds(2)) { [self] in
            host.work.start {
                _ = try? await host.work.perform { 1 }
                moment = time.now
            }
        }

        await driver.advance(by: .seconds(5))

        #expect(moment == .seconds(2))
        withExtendedLifetime(timer) {}
    }

    @Test func `a step waits for work outside no longer in real time than the step is long`() async {
        let asked = Mutex<[Duration]>([])
        let driver = HostDriver(
            host,
            time: time,
            display: Display(DisplayTraits(size: Size(width: 10, height: 3)))
        ) { duration in asked.withLock { $0.append(duration) } }
        let gate = Gate()
        var moment: Duration?
        host.work.start {
            try? await host.work.perform { await gate.passage() }
            moment = time.now
        }
        // All stops on the way share the limit of the step.
        let timer = host.clock.schedule(every: .seconds(1)) {}

        await driver.advance(by: .seconds(3))

        #expect(asked.withLock { $0 } == [.seconds(3)])
        #expect(time.now == .seconds(3))
        #expect(moment == nil)
        gate.open()
        timer.cancel()
    }

    @Test func `a step without length does not wait for work outside`() async {
        let driver = driver { _ in Issue.record("a step without length waits") }
        let gate = Gate()
        host.work.start { try? await host.work.perform { await gate.passage() } }

        await driver.advance(by: .zero)

        #expect(host.work.isBusyOutside)
        gate.open()
    }

    @Test func `a step returns only when no task of the host can continue`() async {
        let driver = driver(Self.endless)
        var events: [String] = []

        await driver.perform {
            host.work.start {
                let detached = Task.detached { for _ in 0..<100 { await Task.yield() } }
                async let first: Void = leaveMainActor()
                async let second: Void = leaveMainActor()
                _ = await (first, second)
                await detached.value
                Task { events.append("started last") }
            }
        }

        #expect(events == ["started last"])
    }

    @concurrent private func leaveMainActor() async {}

    @Test func `timers that renew themselves without end are left with an error`() async {
        let driver = driver(Self.endless)
        var events: [String] = []
        driver.observeEvents { events.append($0) }
        var timer: HostTimer?
        func renew() { timer = host.clock.schedule(after: .zero) { renew() } }

        await driver.perform { renew() }
        await driver.advance(by: .seconds(1))
        timer?.cancel()

        #expect(time.now == .seconds(1))
        #expect(
            events.first == "error  host  never becomes idle: this moment has taken more than 10000 timers; "
                + "the run continues without waiting for the rest"
        )
    }

    @Test(arguments: EndlessPlugin.Kind.allCases)
    func `an endless moment is left in the name of the plugin that keeps it going, with the place`(
        kind: EndlessPlugin.Kind
    ) async throws {
        let driver = driver(Self.endless)
        var events: [String] = []
        driver.observeEvents { events.append($0) }
        EndlessPlugin.kind = kind
        await driver.launch()

        await driver.perform { host.admit([PluginRecord(EndlessPlugin.self)]) }
        await driver.advance(by: .seconds(1))

        let place =
            switch kind {
            case .timer: "timers (in a timer, HostRuntimeTests/HostDriverTests.swift:\(EndlessPlugin.timerLine))"
            case .frame: "timers (after a frame, HostRuntimeTests/HostDriverTests.swift:\(EndlessPlugin.frameLine))"
            case .draw: "timers (while drawing a window)"
            case .task: "rounds of timers and tasks (in a task)"
            }
        #expect(
            events.filter { $0.hasPrefix("error") } == [
                "error  spinner  never becomes idle: this moment has taken more than 10000 \(place); "
                    + "the run continues without waiting for the rest"
            ]
        )
        #expect(time.now == .seconds(1))
        try host.plugins.disable("spinner")
    }

    @Test func `a task of a plugin that never rests is left with an error in the plugin's name`() async {
        let driver = driver(Self.endless)
        var events: [String] = []
        driver.observeEvents { events.append($0) }
        var spinner: Task<Void, Never>?

        await driver.perform {
            RunningCode.$taskOwner.withValue(.plugin("spinner")) {
                spinner = Task { while !Task.isCancelled { await Task.yield() } }
            }
        }
        spinner?.cancel()

        #expect(events.first?.hasPrefix("error  spinner  never becomes idle") == true)
    }

    @Test func `a task that never rests is left with an error`() async {
        let driver = driver(Self.endless)
        var events: [String] = []
        driver.observeEvents { events.append($0) }
        var spinner: Task<Void, Never>?

        await driver.perform {
            spinner = Task { while !Task.isCancelled { await Task.yield() } }
        }
        spinner?.cancel()

        #expect(
            events == [
                "error  host  never becomes idle: this moment has taken more than 100000 turns of tasks; "
                    + "the run continues without waiting for the rest"
            ]
        )
    }

    @Test func `work outside that sleeps on the host's clock continues at its deadline`() async {
        let driver = driver(Self.endless)
        var moment: Duration?
        let clock = host.clock
        host.work.start {
            try? await host.work.perform { try await clock.sleep(for: .seconds(2)) }
            moment = time.now
        }

        await driver.advance(by: .seconds(3))

        #expect(moment == .seconds(2))
    }
}

/// A plugin that keeps a moment going for ever.
@MainActor final class EndlessPlugin: HostPlugin {
    enum Kind: CaseIterable {
        case timer
        case frame
        case draw
        case task
    }

    nonisolated static let manifest = PluginManifest(id: "spinner", name: "Spinner", version: "1")
    static var kind = Kind.timer
    static let timerLine = #line + 17
    static let frameLine = #line + 20

    private final class Restless: View {
        override func draw(in canvas: inout Canvas) { setNeedsDisplay() }
    }

    func activate(_ context: PluginContext) {
        switch EndlessPlugin.kind {
        case .timer: renewTimer(context)
        case .frame: waitForFrame(context)
        case .draw: context.windows.make(title: "restless", level: .normal, root: Restless()).show()
        case .task: context.tasks.start { while true { try await context.time.sleep(for: .zero) } }
        }
    }

    private func renewTimer(_ context: PluginContext) {
        context.time.schedule(after: .zero) { [weak self] in self?.renewTimer(context) }
    }

    private func waitForFrame(_ context: PluginContext) {
        context.windows.afterNextFrame { [weak self] in self?.waitForFrame(context) }
    }
}
