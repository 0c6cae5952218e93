import Glibc
import Testing

@testable import HostRuntime

@Suite struct FolderWatchTests {
    private func event(_ kind: some BinaryInteger, _ name: String) -> [UInt8] {
        let padded = Array(name.utf8) + [UInt8](repeating: 0, count: 16 - name.utf8.count)
        let header = [1, UInt32(truncatingIfNeeded: Int(kind)), 0, name.isEmpty ? 0 : 16].flatMap { number in
            (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
        }
        return header + (name.isEmpty ? [] : padded)
    }

    @Test func `a file is complete when it was closed after writing or got its name`() {
        let bytes =
            event(IN_DELETE, "a.so") + event(IN_CLOSE_WRITE, "b.so") + event(IN_MOVED_TO, "c.so")
            + event(IN_MOVED_FROM, "d.so")

        #expect(
            FolderWatch.events(in: bytes) == [
                .init(name: "a.so", isComplete: false), .init(name: "b.so", isComplete: true),
                .init(name: "c.so", isComplete: true), .init(name: "d.so", isComplete: false),
            ]
        )
    }

    @Test func `an event of the folder itself has no name`() {
        let bytes = event(IN_DELETE, "a.so") + event(IN_DELETE_SELF, "") + event(IN_IGNORED, "")

        #expect(FolderWatch.events(in: bytes)?.map(\.name) == ["a.so", "", ""])
    }

    @Test func `a queue overflow makes the events nil`() {
        #expect(FolderWatch.events(in: event(IN_DELETE, "a.so") + event(IN_Q_OVERFLOW, "")) == nil)
    }

    @Test func `bytes that end early are no event`() {
        let bytes = event(IN_CLOSE_WRITE, "b.so")
        for count in 0..<16 { #expect(FolderWatch.events(in: Array(bytes.prefix(count))) == []) }
    }
}
