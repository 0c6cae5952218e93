import TestSupport
import Testing

@testable import HostRuntime

@Suite struct DynamicLibraryTests {
    @Test func `a library that can't be opened comes with the system's reason, which names it`() {
        let error = #expect(throws: DynamicLibrary.Failure.self) {
            try DynamicLibrary.open(copyOf: Array("no library at all".utf8), name: "libNone.so", in: nil)
        }

        #expect(error?.reason.isEmpty == false)
        #expect(error?.reason.contains("/proc") == false)
    }

    @Test func `a copy on the disk that can't be opened is removed, and isn't named in the reason`() throws {
        let folder = try TemporaryFolder()
        let copies = try LibraryCopies(in: folder.path, process: 7)

        let error = #expect(throws: DynamicLibrary.Failure.self) {
            try DynamicLibrary.open(copyOf: Array("no library at all".utf8), name: "libNone.so", in: copies)
        }

        #expect(error?.reason.contains(folder.path) == false)
        #expect(FileSystem.names(in: "\(folder.path)/7") == [])
    }

    @Test func `each copy has a path that no other has had, and all lead to the file`() throws {
        let pipe = try DescriptorPipe()
        defer { pipe.close() }
        let expected = try FileStatus(at: "/proc/self/fd/\(pipe.reading.number)", followingLinks: true)

        var paths: Set<String> = []
        for copy in UInt32(0)..<300 {
            let path = DynamicLibrary.path(to: pipe.reading, copy: copy)
            #expect(try FileStatus(at: path, followingLinks: true).isSameFile(as: expected))
            paths.insert(path)
        }

        #expect(paths.count == 300)
    }
}
