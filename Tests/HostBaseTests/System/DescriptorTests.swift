import Glibc
import TestSupport
import Testing

@testable import HostBase

@Suite struct DescriptorTests {
    private func read(_ descriptor: Descriptor) -> (result: Descriptor.Read, text: String) {
        withUnsafeTemporaryAllocation(byteCount: 64, alignment: 1) { buffer in
            let result = descriptor.read(into: buffer)
            guard case .bytes(let count) = result else { return (result, "") }
            return (result, String(decoding: buffer[..<count], as: UTF8.self))
        }
    }

    private func write(_ text: String, to descriptor: Descriptor) -> SystemError? {
        Array(text.utf8).withUnsafeBytes { descriptor.write($0) }
    }

    @Test func `bytes written to a pipe are read from it`() throws {
        let pipe = try DescriptorPipe()
        defer { pipe.close() }

        #expect(write("text", to: pipe.writing) == nil)
        #expect(read(pipe.reading).text == "text")
    }

    @Test func `an empty pipe that doesn't block has nothing, and a closed one has ended`() throws {
        let pipe = try DescriptorPipe()
        pipe.reading.makeNonBlocking()

        let empty = read(pipe.reading).result
        pipe.writing.close()
        let ended = read(pipe.reading).result
        pipe.reading.close()

        #expect(empty == .nothing)
        #expect(ended == .end)
    }

    @Test func `a pipe that has ended is ready, but has no bytes`() throws {
        let pipe = try DescriptorPipe()
        defer { pipe.reading.close() }

        #expect(!pipe.reading.hasBytes)
        #expect(write("text", to: pipe.writing) == nil)
        #expect(pipe.reading.hasBytes)
        _ = read(pipe.reading)
        pipe.writing.close()
        #expect(pipe.reading.isReady(for: .reading, within: 0))
        #expect(!pipe.reading.hasBytes)
    }

    @Test func `a write with a timeout gives up on an unread terminal, which stays blocking for others`() throws {
        let terminal = try #require(PseudoTerminal())
        defer { withExtendedLifetime(terminal) {} }
        let output = try terminal.device.output.openedWithoutBlocking()
        defer { output.close() }
        let page = [UInt8](repeating: UInt8(ascii: "x"), count: 1 << 16)

        let results = (0..<3).map { _ in page.withUnsafeBytes { output.write($0, timeout: 0) } }

        #expect(results.last == .wouldBlock)
        #expect(fcntl(terminal.slave, F_GETFL) & O_NONBLOCK == 0)
        #expect(fcntl(output.number, F_GETFD) & FD_CLOEXEC != 0)
    }

    @Test func `a pipe is ready for reading once something was written`() throws {
        let pipe = try DescriptorPipe()
        defer { pipe.close() }

        let before = pipe.reading.isReady(for: .reading, within: 0)
        _ = write("a", to: pipe.writing)
        let after = pipe.reading.isReady(for: .reading, within: 0)

        #expect(!before && after)
    }

    @Test func `a descriptor can be waited for after the limit of open files was lowered to none`() async {
        await #expect(processExitsWith: .exitCode(0)) {
            let (pipe, closed, empty) = (try DescriptorPipe(), try DescriptorPipe(), try DescriptorPipe())
            var none = rlimit(rlim_cur: 0, rlim_max: 0)
            setrlimit(Int32(RLIMIT_NOFILE.rawValue), &none)
            let isEmpty = !pipe.reading.isReady(for: .reading, within: 0)
            _ = [1].withUnsafeBytes { pipe.writing.write($0) }
            closed.reading.close()
            var entries = [pipe.reading, pipe.writing, closed.reading, .none, empty.reading].map {
                pollfd(fd: $0.number, events: Int16(POLLIN), revents: 0)
            }
            entries[1].events = Int16(POLLOUT)

            let count = entries.withUnsafeMutableBufferPointer { Descriptor.poll($0, within: -1) }

            let events = [POLLIN, POLLOUT, POLLNVAL, 0, 0].map(Int16.init)
            exit(isEmpty && count == 3 && entries.map(\.revents) == events ? 0 : 1)
        }
    }

    @Test func `a descriptor isn't intact once it's closed, or another file has its number`() throws {
        let (first, second) = (try DescriptorPipe(), try DescriptorPipe())
        defer { second.close() }
        let (reading, writing) = (KnownDescriptor(first.reading), KnownDescriptor(first.writing))
        #expect(reading.isIntact && writing.isIntact)

        second.writing.replace(first.writing)
        first.reading.close()

        #expect(!reading.isIntact && !writing.isIntact)
        #expect(!KnownDescriptor(.none).isIntact)
        first.writing.close()
    }

    @Test func `a replaced descriptor names the other file`() throws {
        let (first, second) = (try DescriptorPipe(), try DescriptorPipe())
        defer {
            first.close()
            second.close()
        }

        first.writing.replace(second.writing)
        _ = write("a", to: second.writing)

        #expect(read(first.reading).text == "a")
    }

    @Test func `child processes inherit neither a duplicate nor a pipe`() throws {
        let pipe = try DescriptorPipe()
        let duplicate = try pipe.reading.duplicate()
        defer {
            pipe.close()
            duplicate.close()
        }

        for descriptor in [pipe.reading, pipe.writing, duplicate] {
            #expect(fcntl(descriptor.number, F_GETFD) & FD_CLOEXEC != 0)
        }
    }

    @Test func `calls on no file fail with the system's error`() {
        #expect(!Descriptor.none.isValid)
        #expect(write("a", to: .none) == SystemError(code: EBADF))
        #expect(read(.none).result == .failed(SystemError(code: EBADF)))
        #expect(throws: SystemError(code: EBADF)) { try Descriptor.none.duplicate() }
    }
}
