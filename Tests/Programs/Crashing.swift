// A plugin that misbehaves on request, for Scripts/check-crashes: CRASHING=ACT@PHASE, such as abort@observer.
// It creates the file that MARK names before it does.

import Glibc
import HostRuntime

@section(".init_array") @used let load: LoadHook = {
    misbehave("library")
    Crashing.load()
}

struct Misbehavior: Error {}

/// Does what the environment asks for in a phase; throws for the act `throw`.
nonisolated func misbehaveOrThrow(_ phase: String) throws {
    guard let request = getenv("CRASHING").map({ String(cString: $0) }) else { return }
    let words = request.split(separator: "@").map(String.init)
    guard words.count == 2, words[1] == phase else { return }
    if let mark = getenv("MARK") { close(open(mark, O_CREAT | O_WRONLY | O_CLOEXEC, 0o600)) }
    switch words[0] {
    case "throw": throw Misbehavior()
    case "trap": fatalError("on purpose")
    case "abort": abort()
    case "exit": exit(0)
    case "_exit": _exit(0)
    case "overflow": _ = overflow(1)
    case "kill": kill(getpid(), SIGKILL)
    case "loop", "hang": while true { usleep(1000) }
    case "flood": for number in 1...20_000 { print("line \(number) of too many") }
    default: break
    }
}

nonisolated func misbehave(_ phase: String) {
    // A phase that can't throw has nothing to show for the act `throw`.
    try? misbehaveOrThrow(phase)
}

nonisolated func overflow(_ depth: Int) -> Int {
    withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 16) { buffer in
        buffer[0] = UInt8(truncatingIfNeeded: depth)
        return overflow(depth + 1) + Int(buffer[0])
    }
}

@MainActor final class Crashing: HostPlugin {
    nonisolated static var manifest: PluginManifest {
        misbehave("manifest")
        return PluginManifest(id: "crashing", name: "Crashing", version: "1.0.0")
    }

    private var window: Window?

    init() {
        misbehave("init")
    }

    func activate(_ context: PluginContext) throws {
        try misbehaveOrThrow("activate")
        context.bus.observe(named: "crashing.go") { _ in try misbehaveOrThrow("observer") }
        context.bus.observe(DidBecomeActive.self) { [weak self] _ in
            context.time.schedule(after: .milliseconds(1)) { misbehave("timer") }
            context.tasks.start {
                try await context.time.sleep(for: .milliseconds(1))
                try misbehaveOrThrow("task")
                try await context.tasks.perform { try misbehaveOrThrow("perform") }
                try await Task { try await Task.detached { try misbehaveOrThrow("detached") }.value }.value
                _ = try? await context.commands.run("crashing.command")
                context.bus.post(named: "crashing.go")
            }
            let view = CrashingView()
            self?.window = context.windows.make(
                title: "crashing",
                level: .normal + 1,
                frame: Rect(x: 0, y: 0, width: 4, height: 2),
                root: view
            )
            self?.window?.hitPolicy = .passThroughBackground
            self?.window?.show()
        }
        try context.commands.offer(
            Command(id: "crashing.command", title: "Misbehave") { _ in
                try misbehaveOrThrow("command")
                return nil
            }
        )
    }

    func deactivate() {
        misbehave("deactivate")
    }

    deinit {
        misbehave("deinit")
    }
}

final class CrashingView: View {
    override func draw(in canvas: inout Canvas) {
        misbehave("draw")
    }

    override func contains(_ point: Point) -> Bool {
        misbehave("hit-test")
        return false
    }
}
