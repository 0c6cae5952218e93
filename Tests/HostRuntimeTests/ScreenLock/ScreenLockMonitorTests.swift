import Dispatch
import Glibc
import TestSupport
import Testing

@testable import HostRuntime

/// Returns two connected sockets, which processes that other tests start don't inherit.
private func connectedSockets() throws -> (Int32, Int32) {
    var pair: [Int32] = [0, 0]
    try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &pair) == 0)
    return (pair[0], pair[1])
}

/// The bus's end of a monitor's socket.
@MainActor private final class ScriptedBus {
    let monitor: ScreenLockMonitor
    private(set) var reports: [String] = []
    private(set) var statuses: [String] = []
    private var descriptor: Int32

    init() throws {
        let (own, others) = try connectedSockets()
        _ = fcntl(others, F_SETFL, O_NONBLOCK)
        descriptor = others
        monitor = ScreenLockMonitor(connectedSocket: Descriptor(own), userID: 7)
        monitor.onChange = { [weak self] in self?.reports.append($0 ? "locked" : "unlocked") }
        monitor.onStatus = { [weak self] in self?.statuses.append($0) }
    }

    func send(_ bytes: [UInt8]) {
        _ = bytes.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
        monitor.readAvailable()
    }

    /// Returns what the monitor has sent; nil once it has disconnected.
    func received() -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: 65536)
        let count = recv(descriptor, &bytes, bytes.count, 0)
        return count == 0 ? nil : Array(bytes.prefix(max(count, 0)))
    }

    func hangUp() {
        // A process that another test is just starting may have the socket, too.
        shutdown(descriptor, Int32(SHUT_RDWR))
        close(descriptor)
        descriptor = -1
        monitor.readAvailable()
    }

    deinit {
        close(descriptor)
    }
}

private func read(_ descriptor: Descriptor) -> (result: Descriptor.Read, bytes: [UInt8]) {
    withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 1) { buffer in
        let result = descriptor.read(into: buffer)
        if case .bytes(let count) = result { return (result, Array(buffer[..<count])) }
        return (result, [])
    }
}

/// The lock state, as the session's bus reports it.
@MainActor @Suite(.tags(.lifecycle)) struct ScreenLockMonitorTests {
    @Test func `a monitor logs in, says hello and reports changes`() throws {
        let bus = try ScriptedBus()

        bus.monitor.start()
        let login = bus.received()
        bus.send(ScreenLockBytes.ok)
        let introduction = try #require(bus.received())
        bus.send(ScreenLockBytes.activeChanged(true))
        bus.send(ScreenLockBytes.activeChanged(false))

        #expect(login == [0] + Array("AUTH EXTERNAL 37\r\n".utf8))
        #expect(introduction.starts(with: DBusHandshake.begin))
        #expect(bus.reports == ["locked", "unlocked"])
    }

    @Test func `a bus that disappears is reported once, after an unlock`() throws {
        let bus = try ScriptedBus()
        bus.monitor.start()
        bus.send(ScreenLockBytes.ok)
        bus.send(ScreenLockBytes.activeChanged(true))

        bus.hangUp()
        bus.monitor.readAvailable()

        #expect(bus.reports == ["locked", "unlocked"])
        #expect(
            bus.statuses == [
                "the screen's lock is watched on the session bus",
                "the screen's lock is not watched; session bus: the bus closed the connection",
            ]
        )
        #expect(!bus.monitor.isLocked)
    }

    @Test func `a bus that breaks the protocol is disconnected`() throws {
        let bus = try ScriptedBus()
        bus.monitor.start()
        bus.send(ScreenLockBytes.ok)
        bus.send([0xFF])

        #expect(bus.statuses.last?.hasSuffix("; session bus: a message has the unknown byte order 255") == true)
    }

    @Test func `nothing is reported after a stop`() throws {
        let bus = try ScriptedBus()
        bus.monitor.start()
        bus.send(ScreenLockBytes.ok)
        bus.send(ScreenLockBytes.activeChanged(true))

        bus.monitor.stop()
        bus.send(ScreenLockBytes.activeChanged(false))

        #expect(bus.reports == ["locked"])
        #expect(!bus.monitor.isLocked)
    }

    @Test func `a monitor may be stopped inside its callback`() throws {
        let bus = try ScriptedBus()
        let monitor = bus.monitor
        var reports: [Bool] = []
        monitor.onChange = { [weak monitor] in
            reports.append($0)
            monitor?.stop()
        }
        monitor.start()

        bus.send(ScreenLockBytes.ok + ScreenLockBytes.activeChanged(true) + ScreenLockBytes.activeChanged(false))

        #expect(reports == [true])
    }

    @Test func `a second start does nothing`() throws {
        let bus = try ScriptedBus()
        bus.monitor.start()
        _ = bus.received()

        bus.monitor.start()

        #expect(bus.received() == [])
    }

    @Test(.timeLimit(.minutes(20))) func `a released monitor disconnects from the bus`() async throws {
        weak var gone: ScreenLockMonitor?
        let (own, others) = try connectedSockets()
        let other = UnixSocket(adopting: Descriptor(others))
        do {
            let monitor = ScreenLockMonitor(connectedSocket: Descriptor(own))
            monitor.start()
            gone = monitor
        }
        #expect(gone == nil)
        _ = read(other.descriptor)

        // The queue releases the socket in one of its next turns, which closes the connection.
        let source = DispatchSource.makeReadSource(fileDescriptor: other.descriptor.number, queue: .main)
        await withCheckedContinuation { continuation in
            source.setEventHandler {
                source.cancel()
                continuation.resume()
            }
            source.activate()
        }

        #expect(read(other.descriptor).result == .end)
    }

    @Test func `bytes that the bus doesn't take at once are sent later`() throws {
        let (own, others) = try connectedSockets()
        let other = UnixSocket(adopting: Descriptor(others))
        let full = UnixSocket(adopting: Descriptor(dup(own)))
        while try full.write([UInt8](repeating: 0x78, count: 4096)) > 0 {}
        while try full.write([0x78]) > 0 {}
        let monitor = ScreenLockMonitor(connectedSocket: Descriptor(own), userID: 7)
        func drained() -> [UInt8] {
            var last: [UInt8] = []
            while case (.bytes, let bytes) = read(other.descriptor) { last = last.suffix(100) + bytes }
            return last
        }

        monitor.start()
        let before = drained()
        monitor.writeAvailable()
        let after = drained()

        #expect(before.last == 0x78)
        #expect(after == [0] + Array("AUTH EXTERNAL 37\r\n".utf8))
        monitor.stop()
    }

    @Test(arguments: [
        [:], ["XDG_RUNTIME_DIR": "/nowhere"], ["DBUS_SESSION_BUS_ADDRESS": "tcp:host=h"],
        ["DBUS_SESSION_BUS_ADDRESS": "disabled:"],
    ])
    func `without a bus the lock isn't watched, which is said once`(environment: [String: String]) {
        let monitor = ScreenLockMonitor(environment: environment)
        var statuses: [String] = []
        monitor.onStatus = { statuses.append($0) }

        monitor.start()

        #expect(statuses == ["the screen's lock is not watched; there is no session bus"])
    }

    @Test func `a bus that is named but missing is reported with every attempt`() {
        let address = "unix:path=/nowhere/a;unix:path=/nowhere/b"
        let monitor = ScreenLockMonitor(environment: ["DBUS_SESSION_BUS_ADDRESS": address])
        var statuses: [String] = []
        monitor.onStatus = { statuses.append($0) }

        monitor.start()

        #expect(
            statuses == [
                "the screen's lock is not watched; session bus at unix:path=/nowhere/a: No such file or directory; "
                    + "session bus at unix:path=/nowhere/b: No such file or directory"
            ]
        )
    }
}
