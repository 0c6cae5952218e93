// A plugin that prints, and that has a key for each way to end or disturb its host.

import Dispatch
import Glibc
import HostRuntime

@section(".init_array") @used let load: LoadHook = { WaysOut.load() }

@MainActor final class WaysOut: HostPlugin {
    nonisolated static let manifest = PluginManifest(id: "ways-out", name: "Ways Out", version: "1.0.0")
    private var isBlocked = false

    func deactivate() {
        while isBlocked { usleep(1000) }
    }

    func activate(_ context: PluginContext) throws {
        print("printed by a plugin")
        _ = "complained by a plugin\n".withCString { write(2, $0, strlen($0)) }
        func offer(_ key: Character, _ title: String, _ body: @escaping @MainActor () async throws -> Void) throws {
            let command = Command(id: "ways-out.\(key)", title: title, key: KeyEvent(.character(key))) { _ in
                try await body()
                return nil
            }
            try context.commands.offer(command)
        }
        try offer("K", "hang") { while true { sleep(1) } }
        try offer("A", "_exit") { _exit(4) }
        try offer("E", "exit") { exit(3) }
        try offer("F", "fatalError") { fatalError("on purpose") }
        try offer("B", "abort") { abort() }
        try offer("O", "overflow") { _ = overflow(1) }
        try offer("P", "overflow of a task") { _ = try await context.tasks.perform { overflow(1) } }
        try offer("D", "overflow of a thread") { DispatchQueue.global().async { _ = overflow(1) } }
        try offer("R", "raise") { raise(SIGFPE) }
        try offer("C", "close") { for descriptor: Int32 in 3...255 { close(descriptor) } }
        try offer("G", "replace") { replace(13...25) }
        try offer("H", "replace many") { replace(0...63) }
        try offer("J", "replace with a file") { replace(3...255, with: "junk") }
        try offer("I", "lower the limit of open files") {
            var none = rlimit(rlim_cur: 0, rlim_max: 0)
            setrlimit(Int32(RLIMIT_NOFILE.rawValue), &none)
        }
        try offer("X", "pthread_exit") { context.time.schedule(after: .zero) { pthread_exit(nil) } }
        try offer("T", "close timers") {
            for descriptor: Int32 in 3...255 {
                var target = [UInt8](repeating: 0, count: 64)
                let count = target.withUnsafeMutableBytes {
                    readlink("/proc/self/fd/\(descriptor)", $0.baseAddress!.assumingMemoryBound(to: CChar.self), 64)
                }
                let name = String(decoding: target.prefix(max(0, count)), as: UTF8.self)
                if name.contains("timerfd") { close(descriptor) }
            }
        }
        try offer("W", "block threads") {
            for _ in 1...64 { Task.detached { while true { usleep(1000) } } }
        }
        try offer("M", "multiply") { multiply() }
        try offer("N", "block in deactivate") { [weak self] in self?.isBlocked = true }
        try offer("L", "child") {
            let status = runShell("exec cat")
            context.log.info("the child ended with \(status), and the line is \(readLine() ?? "empty")")
        }
        try offer("S", "stty sane") { _ = runShell("stty sane </dev/tty; echo >sane") }
    }
}

@MainActor func multiply() {
    for _ in 1...2 { Task { @MainActor in multiply() } }
}

nonisolated func replace(_ numbers: ClosedRange<Int32>, with path: String = "/dev/null") {
    let file = fcntl(open(path, O_RDWR | O_CREAT, 0o600), F_DUPFD, 300)
    for number in numbers { dup2(file, number) }
}

nonisolated func overflow(_ depth: Int) -> Int {
    withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 16) { buffer in
        buffer[0] = UInt8(truncatingIfNeeded: depth)
        return overflow(depth + 1) + Int(buffer[0])
    }
}

/// Runs a command of the shell, and returns its status.
nonisolated func runShell(_ command: String) -> Int32 {
    var child: pid_t = 0
    let words = ["sh", "-c", command]
    let arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    posix_spawn(&child, "/bin/sh", nil, nil, arguments, environ)
    var status: Int32 = 0
    waitpid(child, &status, 0)
    return status
}
