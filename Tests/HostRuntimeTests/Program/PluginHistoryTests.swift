import Foundation
import Testing

@testable import HostRuntime

@MainActor @Suite struct PluginHistoryTests {
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path
    private let crash = PastRun(crash: .plugin("confetti", place: "in activate"), healthyTime: .zero)

    /// Writes a file with content, whose last change was at a time, and describes it.
    private func file(
        _ path: String,
        _ content: String,
        at time: Double = 0,
        isLibrary: Bool = true
    ) throws
        -> PluginBuild.File
    {
        let path = "\(folder)/\(path)"
        let directory = URL(fileURLWithPath: path).deletingLastPathComponent().path
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        try content.write(toFile: path, atomically: true, encoding: .utf8)
        let attributes: [FileAttributeKey: Any] = [
            .posixPermissions: 0o644, .modificationDate: Date(timeIntervalSince1970: time),
        ]
        try FileManager.default.setAttributes(attributes, ofItemAtPath: path)
        return PluginBuild.File(path: path, status: try FileStatus(at: path), isLibrary: isLibrary)
    }

    /// Leaves what two runs leave that opened files, and that a plugin crashed.
    private func crashTwice(_ files: [PluginBuild.File], library: String? = "libConfetti.so") {
        let manifest = PluginManifest(id: "confetti", name: "Confetti", version: "1")
        let state = "\(folder)/state"
        let first = PluginHistory(directory: state)
        first.remember(["Confetti/Confetti.swift": KnownPlugin(manifest, library: library)])
        first.willOpen(files)
        for _ in 1...2 { PluginHistory(directory: state).count([crash]) }
    }

    private func history() -> PluginHistory { PluginHistory(directory: "\(folder)/state") }

    @Test func `a rebuilt library's plugin leaves quarantine, for this and later runs`() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        crashTwice([try file("libConfetti.so", "first")])
        let history = history()

        let files = [try file("libConfetti.so", "second", at: 1), try file("libOther.so", "second")]
        #expect(history.willOpen(files) == ["confetti"])

        #expect(history.health == PluginHealth())
        #expect(self.history().health == PluginHealth())
    }

    @Test func `the library that crashed stays in quarantine, and so does one that is gone`() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        crashTwice([try file("libConfetti.so", "first")])
        let history = history()

        #expect(history.willOpen([try file("libConfetti.so", "first")]) == [])
        #expect(history.willOpen([try file("libOther.so", "second")]) == [])

        #expect(history.health.quarantined == ["confetti"])
    }

    @Test func `a library that is written again with the same content is no other build`() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        crashTwice([try file("libConfetti.so", "first")])

        #expect(history().willOpen([try file("libConfetti.so", "first", at: 1)]) == [])

        #expect(history().health.quarantined == ["confetti"])
    }

    @Test func `a library of the same name in another folder doesn't forgive the one that crashed`() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let files = [try file("a/libConfetti.so", "first"), try file("b/libConfetti.so", "second")]
        crashTwice(files)

        #expect(history().willOpen(files) == [])

        #expect(history().health.quarantined == ["confetti"])
    }

    @Test func `a linked plugin leaves quarantine when the program is rebuilt`() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        crashTwice([try file("program", "first", isLibrary: false)], library: nil)

        #expect(history().willOpen([try file("program", "first", isLibrary: false)]) == [])
        #expect(history().willOpen([try file("libConfetti.so", "other")]) == [])
        #expect(history().willOpen([try file("program", "second", at: 1, isLibrary: false)]) == ["confetti"])
    }

    @Test func `the last run's failures are remembered, and none from before it`() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        func run(_ state: PluginState) {
            let manifest = PluginManifest(id: "confetti", name: "Confetti", version: "1")
            let report = PluginReport(
                manifest: manifest,
                origin: "Confetti/Confetti.swift:1",
                library: nil,
                typeName: nil,
                state: state,
                changedAt: .zero,
                activation: nil,
                resourceCount: 0
            )
            PluginHistory(directory: folder).remember(failuresIn: [report])
        }

        run(.failed(reason: "no luck"))
        #expect(PluginHistory(directory: folder).failures == ["confetti": "no luck"])
        run(.inactive)
        #expect(PluginHistory(directory: folder).failures == [:])
    }
}
