import Glibc
import TestSupport
import Testing

@testable import HostRuntime

/// While the screen is taken, what anything prints goes to the log.
@MainActor @Suite(.tags(.terminal)) struct OutputCaptureTests {
    @Test func `the end of a capture delivers what is left, in order`() throws {
        let descriptor = open("/dev/null", O_WRONLY)
        defer { close(descriptor) }
        var lines: [CapturedOutput] = []
        let capture = try OutputCapture([Descriptor(descriptor)], isRescued: false) { lines.append($0) }

        write(descriptor, "one\ntwo\nthree", 13)
        capture.end()

        #expect(lines == [.line("one", nil), .line("two", nil), .line("three", nil)])
    }

    @Test func `a line has the name of the plugin whose call runs on the main actor when it comes, and otherwise none`()
        throws
    {
        let descriptor = open("/dev/null", O_WRONLY)
        defer { close(descriptor) }
        func lines(_ isCalled: Bool) throws -> [CapturedOutput] {
            var lines: [CapturedOutput] = []
            let capture = try OutputCapture([Descriptor(descriptor)], isRescued: false) { lines.append($0) }
            func printLine() {
                write(descriptor, "party\n", 6)
                capture.end()
            }
            if isCalled { RunningCode.call(of: .plugin("confetti"), .timer) { printLine() } } else { printLine() }
            return lines
        }

        #expect(try lines(true) == [.line("party", .plugin("confetti"))])
        #expect(try lines(false) == [.line("party", nil)])
    }

    @Test func `the end of a capture restores the descriptor`() throws {
        var before = stat()
        var after = stat()
        let descriptor = open("/dev/null", O_WRONLY)
        defer { close(descriptor) }
        fstat(descriptor, &before)
        let capture = try OutputCapture([Descriptor(descriptor)], isRescued: false) { _ in }

        capture.end()

        fstat(descriptor, &after)
        #expect(before.st_rdev == after.st_rdev && before.st_ino == after.st_ino)
    }

    @Test func `a flood on the main actor does not wait for the main actor`() throws {
        let descriptor = open("/dev/null", O_WRONLY)
        defer { close(descriptor) }
        var bytes = 0
        let capture = try OutputCapture([Descriptor(descriptor)], isRescued: false) {
            if case .line(let line, _) = $0 { bytes += line.utf8.count + 1 }
        }
        let line = String(repeating: "a", count: 1023) + "\n"

        for _ in 0..<1024 { write(descriptor, line, 1024) }
        capture.end()

        #expect(bytes > CapturedLines.limit / 2 && bytes < 2 * CapturedLines.limit)
    }

    @Test func `the pipe of a capture has a writer for as long as it has a reader`() throws {
        let descriptor = open("/dev/null", O_WRONLY)
        defer { close(descriptor) }
        let capture = try OutputCapture([Descriptor(descriptor)], isRescued: false) { _ in }
        var pipe = stat()
        fstat(descriptor, &pipe)

        capture.end()

        func hasEnd(_ access: Int32) -> Bool {
            (0..<Int32(1024)).contains { number in
                var other = stat()
                return fstat(number, &other) == 0 && other.st_ino == pipe.st_ino && other.st_dev == pipe.st_dev
                    && fcntl(number, F_GETFL) & O_ACCMODE == access
            }
        }
        // Both are closed later, on the queue that empties the pipe, the reading one first; so the other is looked for first.
        let hasWriter = hasEnd(O_WRONLY)
        #expect(hasWriter || !hasEnd(O_RDONLY))
    }

    @Test func `lines are delivered during the capture`() async throws {
        let descriptor = open("/dev/null", O_WRONLY)
        defer { close(descriptor) }
        let (lines, continuation) = AsyncStream.makeStream(of: CapturedOutput.self)
        let capture = try OutputCapture([Descriptor(descriptor)], isRescued: false) { continuation.yield($0) }

        write(descriptor, "now\n", 4)
        var delivered = lines.makeAsyncIterator()
        let first = await delivered.next()
        capture.end()

        // Whose plugin runs on the main actor at that moment is another test's matter.
        var text: String?
        if case .line(let line, _) = first { text = line }
        #expect(text == "now")
    }
}
