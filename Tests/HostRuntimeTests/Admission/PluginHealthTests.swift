import TestSupport
import Testing

@testable import HostRuntime

@Suite(.tags(.plugins)) struct PluginHealthTests {
    private var health = PluginHealth()
    private let crash = PastRun(crash: .plugin("confetti", place: "in activate"), healthyTime: .seconds(2))
    private let unblamed = PastRun(crash: .unblamed, healthyTime: .zero)

    private func build(_ version: String) -> PluginBuild {
        PluginBuild(path: "/plugins/libConfetti.so", version: version)
    }

    private func crash(of version: String) -> PastRun {
        PastRun(crash: crash.crash, healthyTime: .zero, build: build(version))
    }

    @Test mutating func `one strike leaves a plugin running`() {
        health.record(crash)

        #expect(!health.isQuarantined("confetti"))
        #expect(health.strikes(of: ["confetti"]) == ["in activate"])
    }

    @Test mutating func `two strikes quarantine a plugin, and only that one`() {
        health.record(crash)
        health.record(PastRun(crash: .plugin("balloons", place: "in its init"), healthyTime: .zero))
        health.record(PastRun(crash: .plugin("confetti", place: "in a timer"), healthyTime: .zero))

        #expect(health.quarantined == ["confetti"])
        #expect(health.quarantineReason("confetti") == "it brought the program down twice, the last time in a timer")
        #expect(health.quarantineReason("balloons") == nil)
    }

    @Test mutating func `a run that was well for a minute before it crashed clears earlier strikes`() {
        health.record(crash)
        health.record(PastRun(crash: .plugin("confetti", place: "in a timer"), healthyTime: .seconds(60)))

        #expect(health.strikes(of: ["confetti"]) == ["in a timer"])
    }

    @Test mutating func `a run just under a minute clears nothing`() {
        health.record(crash)
        health.record(PastRun(crash: nil, healthyTime: .milliseconds(59_999)))

        #expect(health.strikes.count == 1)
    }

    @Test mutating func `a healthy run keeps the quarantine`() {
        health.record(crash)
        health.record(crash)
        health.record(unblamed)
        health.recordHealthyRun(of: ["confetti"])

        #expect(health.isQuarantined("confetti"))
        #expect(health.unblamedCrashes == 0)
    }

    @Test mutating func `a healthy run without a plugin says nothing about its strikes`() {
        health.record(crash)
        health.record(unblamed)
        #expect(health.canRecover)

        health.recordHealthyRun(of: ["balloons"])
        #expect(Array(health.strikes.keys) == ["confetti"])
        #expect(health.unblamedCrashes == 0)

        health.recordHealthyRun(of: ["balloons", "confetti"])
        #expect(health.strikes.isEmpty)
        #expect(!health.canRecover)
    }

    @Test mutating func `a healthy run clears the strikes of kills, also in quarantine`() {
        let kill = PastRun(crash: .plugin("confetti", place: "in activate", isKill: true), healthyTime: .zero)
        health.record(kill)
        health.record(kill)
        #expect(health.isQuarantined("confetti"))
        #expect(health.canRecover)

        health.recordHealthyRun(of: [])

        #expect(health == PluginHealth())
    }

    @Test mutating func `a healthy run keeps the strike of a crash beside that of a kill`() {
        health.record(PastRun(crash: .plugin("confetti", place: "in a timer", isKill: true), healthyTime: .zero))
        health.record(crash)

        health.recordHealthyRun(of: [])

        #expect(health.strikes == ["confetti": [PluginHealth.Strike(place: "in activate")]])
    }

    @Test(arguments: 0...5) mutating func `three crashes without a culprit need safe mode`(count: Int) {
        for _ in 0..<count { health.record(unblamed) }

        #expect(health.needsSafeMode == (count >= 3))
        #expect(health.quarantined.isEmpty)
    }

    @Test mutating func `enabling forgives the strikes and lifts the ban`() {
        health.record(crash)
        health.record(crash)
        health.disable("confetti")
        health.enable("confetti")

        #expect(health == PluginHealth())
    }

    @Test mutating func `a plugin in quarantine gets a new chance when it is rebuilt`() {
        health.record(crash(of: "1"))
        health.record(crash(of: "1"))
        health.forgive(build("2"))
        #expect(health.isQuarantined("confetti"))

        health.forgive(build("1"))

        #expect(health == PluginHealth())
    }

    @Test mutating func `crashes of two builds don't add up`() {
        health.record(crash(of: "1"))
        health.record(crash(of: "2"))
        #expect(health.strikes(of: ["confetti"]) == ["in activate"])

        health.record(crash(of: "2"))

        #expect(health.isQuarantined("confetti"))
    }

    @Test mutating func `crashes of an unknown build are of one build`() {
        health.record(crash)
        health.record(crash)
        health.forgive(build("1"))

        #expect(health.isQuarantined("confetti"))
    }

    @Test mutating func `a reset forgets everything`() {
        health.record(crash)
        health.record(unblamed)
        health.disable("balloons")
        health.reset()

        #expect(health == PluginHealth())
    }

    @Test mutating func `what is stored is read back`() {
        health.record(crash(of: "1"))
        health.record(PastRun(crash: .plugin("confetti", place: "in a timer", isKill: true), healthyTime: .zero))
        health.record(unblamed)
        health.disable("balloons")
        var values: [String: PlainValue] = ["other": .int(1)]
        health.write(to: &values)

        #expect(PluginHealth(stored: values) == health)
        health.reset()
        health.write(to: &values)
        #expect(values == ["other": .int(1)])
    }

    @Test func `foreign values in the store are left out`() {
        let health = PluginHealth(stored: [
            "strikes": .dictionary(["a": .int(3), "b": .array([.string("in a timer"), .null]), "c": .array([])]),
            "unblamed": .int(.max), "disabled": .string("x"),
        ])

        #expect(health.strikes == ["b": [PluginHealth.Strike(place: "in a timer")]])
        #expect(health.unblamedCrashes == 3)
        #expect(health.disabled.isEmpty)
    }

    /// Every sequence of up to five runs, each of one of these kinds.
    @Test func `no sequence of runs quarantines a plugin without two crashes since the last healthy run`() {
        let kinds: [PastRun] = [
            crash, unblamed, PastRun(crash: nil, healthyTime: .zero), PastRun(crash: nil, healthyTime: .seconds(61)),
            PastRun(crash: .plugin("confetti", place: "in a timer"), healthyTime: .seconds(61)),
        ]
        var sequences: [[PastRun]] = [[]]
        for _ in 0..<5 { sequences += sequences.flatMap { runs in kinds.map { runs + [$0] } } }
        for runs in sequences {
            var health = PluginHealth()
            var (strikes, unblamed, isQuarantined) = (0, 0, false)
            for run in runs {
                health.record(run)
                if run.healthyTime >= .seconds(60) {
                    unblamed = 0
                    // Whether the plugin ran is known only of the run that it ended.
                    if case .plugin = run.crash, !isQuarantined { strikes = 0 }
                }
                if run.crash == .unblamed { unblamed += 1 }
                if case .plugin = run.crash { strikes += 1 }
                isQuarantined = strikes >= 2
            }
            #expect(health.isQuarantined("confetti") == isQuarantined)
            #expect(health.needsSafeMode == (unblamed >= 3))
        }
    }
}
