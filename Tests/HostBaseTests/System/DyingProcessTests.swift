import Glibc
import TestSupport
import Testing

@testable import HostBase

@Suite(.tags(.scenarios)) struct DyingProcessTests {
    /// Starts a shell that waits for the end of its input, and ends with the status 7.
    private func start() throws -> (process: pid_t, input: Descriptor) {
        let pipe = try DescriptorPipe()
        var files = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&files)
        defer { posix_spawn_file_actions_destroy(&files) }
        posix_spawn_file_actions_adddup2(&files, pipe.reading.number, STDIN_FILENO)
        let words = ["sh", "-c", "read -r line; exit 7"].map { (word: String) in strdup(word) }
        defer { for word in words { free(word) } }
        var process: pid_t = 0
        try #require(posix_spawn(&process, "/bin/sh", &files, nil, words + [nil], environ) == 0)
        pipe.reading.close()
        return (process, pipe.writing)
    }

    /// Whether the system keeps a status after the parent has waited: Linux does from 6.15 on.
    private var keepsStatus: Bool {
        var names = utsname()
        uname(&names)
        let release = withUnsafeBytes(of: &names.release) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        let numbers = release.split(whereSeparator: { !$0.isNumber }).prefix(2).compactMap { Int($0) }
        return !numbers.lexicographicallyPrecedes([6, 15])
    }

    @Test func `the status of a dead process can be read before and after its parent has waited for it`() throws {
        let (number, input) = try start()
        let handle = DyingProcess.handle(of: number)
        defer { handle.close() }
        let process = DyingProcess(number, handle: handle)
        #expect(process.status == 0)

        input.close()
        var info = siginfo_t()
        waitid(P_PID, id_t(number), &info, WEXITED | WNOWAIT)
        #expect(process.status == 7 << 8)

        var status: Int32 = 0
        waitpid(number, &status, 0)
        #expect(status == 7 << 8)
        #expect(process.status == (keepsStatus ? 7 << 8 : nil))
    }
}
