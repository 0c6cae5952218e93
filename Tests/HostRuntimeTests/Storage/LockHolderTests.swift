import Glibc
import Testing

@testable import HostRuntime

@Suite struct LockHolderTests {
    private let locks = """
        1: POSIX  ADVISORY  WRITE 600 00:16:2203 0 EOF
        2: FLOCK  ADVISORY  WRITE 708 00:16:2203 0 EOF
        2: -> FLOCK  ADVISORY  WRITE 709 00:16:2203 0 EOF
        3: FLOCK  ADVISORY  WRITE 710 fd:01:2203 0 EOF
        4: FLOCK  ADVISORY  WRITE 711 fd:01:77 0 EOF
        5: FLOCK  ADVISORY  WRITE 0 fd:01:78 0 EOF
        6: FLOCK  ADVISORY  WRITE 712 00:2d:18446744073709551615 0 EOF
        7: nonsense
        """

    @Test func `the holder of a lock is the one on the file's device`() {
        #expect(LockHolder.process(locks: locks, file: 2203, device: 0x16) == 708)
        #expect(LockHolder.process(locks: locks, file: 2203, device: 0xFD01) == 710)
    }

    @Test func `a file with another device is found by its number, if that is the only one`() {
        #expect(LockHolder.process(locks: locks, file: 77, device: 0x99) == 711)
        #expect(LockHolder.process(locks: locks, file: 2203, device: 0x99) == nil)
    }

    @Test func `a file may have any number of 64 bits`() throws {
        var status = stat()
        try #require(stat("/", &status) == 0)
        status.st_ino = .max

        #expect(LockHolder.process(locks: locks, file: .max, device: 0x2D) == 712)
        #expect(LockHolder.find(FileStatus(status)) == nil)
    }

    @Test func `a process that cannot be seen is not named`() {
        #expect(LockHolder.process(locks: locks, file: 78, device: 0xFD01) == nil)
        #expect(LockHolder.process(locks: "", file: 2203, device: 0x16) == nil)
    }

    @Test(arguments: [
        ("12 (demo-host) S 1 1 1", "process 12 (demo-host) holds its lock"),
        ("12 (a) b) T 1 1 1", "process 12 (a) b), which is stopped, holds its lock"),
        ("", "process 12 holds its lock"),
        ("12 (x\u{1b}[2J) S", #"process 12 (x\u{1B}[2J) holds its lock"#),
    ])
    func `the holder is described as text`(status: String, text: String) {
        #expect("\(LockHolder(process: 12, ProcessStatus(status)))" == text)
    }
}
