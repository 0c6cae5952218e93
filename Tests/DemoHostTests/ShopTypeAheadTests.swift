import HostTestKit
import TestSupport
import Testing

@testable import HostRuntime
@testable import demo_host

/// Keys typed ahead, which have the same effect as keys typed slowly.
@MainActor @Suite(.enabled(if: PluginTranscriptTests.areAttached), .tags(.terminal)) struct ShopTypeAheadTests {
    /// The end of a session, and the events on the way.
    private struct Outcome: Equatable {
        var frame: String
        var windows: [String]
        var keyWindow: String?
        var events: [String]

        /// The outcome without the events.
        var state: Outcome {
            var state = self
            state.events = []
            return state
        }
    }

    /// The tasks of a session as keys; `"words"` are typed letter by letter.
    private static let tasks: [[String]] = [
        ["l", "\"5550100\"", "tab", "\"sesame\"", "enter"],
        ["l", "\"5550100\"", "enter", "\"sesame\"", "enter"],
        ["l", "\"12\"", "tab", "\"x\"", "enter", "escape"],
        ["l", "q", "escape"],
        ["l"],
        ["e", "down", "enter"], ["e", "down", "down", "enter"], ["e", "up", "enter"],
        ["e", "end", "enter", "right", "enter"],
        ["e", "end", "enter", "escape"], ["e", "page-down", "enter", "enter"], ["e", "escape"],
        ["s", "down", "enter"], ["s", "end", "enter"], ["s", "escape"],
        ["f2", "escape"], ["f2", "\"about\"", "enter", "escape"], ["f2", "down", "down", "enter", "escape"],
        ["f2", "\"switch env\"", "enter", "down", "enter", "escape"], ["f2", "\"why\"", "enter", "enter"],
        ["f2", "page-down", "enter", "escape", "escape"], ["f2", "ctrl-e", "space", "r", "escape", "escape"],
        ["f3", "\"5550100\"", "tab", "\"sesame\"", "enter", "escape"],
        ["f3", "\"5550100\"", "enter", "\"sesame\"", "enter", "escape"],
        ["f4", "down", "enter", "escape"], ["f4", "escape"], ["f5", "down", "down", "enter", "escape"],
        ["f5", "escape"],
        ["enter", "enter"], ["down", "down", "enter", "escape"], ["end", "enter", "tab", "enter"],
        ["h", "enter", "enter", "o", "tab", "tab", "enter"], ["o", "tab", "enter", "escape"],
        ["a", "tab", "enter", "escape"], ["?", "escape"], ["?", "down", "page-down", "enter"],
        ["h"], ["1", "2", "3"], ["tab", "tab", "enter", "escape"], ["shift-tab", "enter", "escape"], ["escape"],
        ["ctrl-l"], ["f9", "e", "f9"], ["shift-f6", "f6"], ["alt-left", "alt-up"],
    ]

    /// Returns the keys of a session with random tasks.
    private static func keys(seed: UInt64) -> [KeyEvent] {
        var generator = SeededGenerator(seed: seed)
        let names = (0..<Int.random(in: 2...7, using: &generator)).flatMap { _ in
            tasks.randomElement(using: &generator) ?? []
        }
        return names.flatMap { name in
            if name.count > 1, name.hasPrefix("\"") {
                return name.dropFirst().dropLast().map { KeyEvent(.character($0)) }
            }
            return KeyEvent(name: name).map { [$0] } ?? []
        }
    }

    private static func name(_ keys: [KeyEvent]) -> String {
        keys.map { "\($0)" }.joined(separator: " ")
    }

    private func host(_ size: Size) async throws -> TestHost {
        // Without the plugins of other suites.
        let plugins = PluginRecord.loaded.filter { !$0.origin.contains("Tests/") }.map(\.type)
        let host = try TestHost(plugins: plugins, size: size, program: { try DemoHost(host: $0) })
        await host.launch()
        // Closes the advertisement at the start.
        await host.key("escape")
        await host.advance(by: .seconds(1))
        _ = host.drainEvents()
        return host
    }

    private func outcome(_ host: TestHost) -> Outcome {
        Outcome(
            // After its end the program draws no more.
            frame: host.app.lifecycleState == .terminated ? "" : host.frame.text,
            windows: host.visibleWindows,
            keyWindow: host.keyWindow,
            events: host.drainEvents()
        )
    }

    /// Returns a program's terminal, which leaves the signals and the output of the tests alone.
    private func terminal(on pty: PseudoTerminal) throws -> Terminal {
        var options = Terminal.Options()
        options.queries = []
        options.handlesSignals = false
        options.capturesOutput = false
        return try Terminal(input: pty.device.input, output: pty.device.output, options: options)
    }

    private nonisolated static let sizes = [Size(width: 80, height: 24), Size(width: 20, height: 5)]

    @Test(arguments: sizes, seeds(of: 1...50))
    func `a session typed at once ends like the same session typed slowly`(size: Size, seed: UInt64) async throws {
        let keys = Self.keys(seed: seed)
        let slow = try await host(size)
        let ahead = try await host(size)

        for key in keys { await slow.key("\(key)") }
        await ahead.key(Self.name(keys))
        // A ball that glides jumps home when a field is in its way, and typing ahead shows fewer fields.
        for host in [slow, ahead] where host.app.lifecycleState != .terminated {
            await host.advance(by: .milliseconds(250))
        }

        #expect(outcome(ahead) == outcome(slow), "seed \(seed): \(Self.name(keys))")
    }

    @Test(arguments: sizes, seeds(of: 51...60))
    func `the bytes of a session in one write end like the same session typed slowly`(
        size: Size,
        seed: UInt64
    ) async throws {
        let keys = Self.keys(seed: seed)
        let slow = try await host(size)
        let ahead = try await host(size)
        let pty = try #require(PseudoTerminal(columns: UInt16(size.width), rows: UInt16(size.height)))
        let terminal = try terminal(on: pty)
        let input = TerminalInput(ahead.app)
        input.connect(terminal, try SessionOutput(recording: nil, cast: nil))
        try terminal.open()

        for key in keys { await slow.key("\(key)") }
        pty.send(keys.map(\.sent).joined())
        // Keys typed after one that ends the program are the shell's.
        while !ahead.app.hasEnded, pty.hasUnread || ahead.app.input.isHeld {
            terminal.readAvailable()
            // Suspends the test until the host has nothing to do, so that its own turns don't count.
            await ahead.advance(by: .zero)
            // A command may wait for a result that comes when the time moves, as in a step of a script.
            if ahead.app.input.isWaitingForWork { ahead.app.work.releaseInput() }
        }
        await ahead.advance(by: .zero)
        terminal.close()

        // The events may differ: a key may close what the key before opened, before that was drawn.
        #expect(outcome(ahead).state == outcome(slow).state, "seed \(seed): \(Self.name(keys))")
        withExtendedLifetime((input, pty)) {}
    }
}

extension KeyEvent {
    /// What a terminal sends for the key; escape in its unambiguous form.
    fileprivate var sent: String {
        let code = modifiers.isEmpty ? "" : "1;\(modifiers.rawValue + 1)"
        return switch (key, modifiers) {
        case (.character(let letter), .control): "\u{1B}[\(letter.unicodeScalars.first?.value ?? 0);5u"
        case (.character(let letter), _): "\(letter)"
        case (.enter, _): "\r"
        case (.tab, .shift): "\u{1B}[Z"
        case (.tab, _): "\t"
        case (.escape, _): "\u{1B}[27u"
        case (.up, _): "\u{1B}[\(code)A"
        case (.down, _): "\u{1B}[\(code)B"
        case (.right, _): "\u{1B}[\(code)C"
        case (.left, _): "\u{1B}[\(code)D"
        case (.end, _): "\u{1B}[F"
        case (.home, _): "\u{1B}[H"
        case (.pageUp, _): "\u{1B}[5~"
        case (.pageDown, _): "\u{1B}[6~"
        case (.function(2), _): "\u{1B}OQ"
        case (.function(3), _): "\u{1B}OR"
        case (.function(4), _): "\u{1B}OS"
        case (.function(5), _): "\u{1B}[15~"
        case (.function(6), .shift): "\u{1B}[17;2~"
        case (.function(6), _): "\u{1B}[17~"
        case (.function(9), _): "\u{1B}[20~"
        default: ""
        }
    }
}
