import Glibc
import Synchronization
import TestSupport

/// A server on this machine that sends exactly the given bytes, right or wrong.
///
/// Each connection gets one answer and is then closed. The server has its own
/// threads, so that a blocking client does not block it.
final class LoopbackServer: Sendable {
    /// A piece of an answer.
    enum Part: Sendable {
        case bytes([UInt8])
        /// The same bytes again and again, as fast as the client reads.
        case endless([UInt8])
        /// The same bytes again and again, a few times a second.
        case trickle([UInt8])
        /// Nothing, until the client is gone.
        case silence
        /// A reset of the connection.
        case reset

        static func text(_ text: String) -> Part { .bytes(Array(text.utf8)) }
    }

    typealias Answer = @Sendable (_ head: String) -> [Part]

    private struct State {
        var heads: [String] = []
        var open: Set<Int32> = []
        var isStopped = false
    }

    let port: UInt16
    /// The path of each request, as it arrives.
    let arrivals: AsyncStream<String>
    /// An element for each connection that has ended; it finishes when the port is closed.
    let departures: AsyncStream<Void>
    private let listener: Int32
    private let answer: Answer
    private let arrived: AsyncStream<String>.Continuation
    private let departed: AsyncStream<Void>.Continuation
    private let state = Mutex(State())

    init(_ answer: @escaping Answer) {
        self.answer = answer
        (arrivals, arrived) = AsyncStream.makeStream()
        (departures, departed) = AsyncStream.makeStream()
        (listener, port) = LoopbackServer.listen()
        startThread { self.accept() }
    }

    /// Gives every request the same answer.
    convenience init(_ text: String) { self.init { _ in [.text(text)] } }

    /// The requests so far, each with its fields.
    var heads: [String] { state.withLock { $0.heads } }

    /// The value of a field of the latest request.
    func sent(_ name: String) -> String? {
        heads.last?.split(separator: "\r\n").first { $0.lowercased().hasPrefix(name.lowercased() + ": ") }
            .map { String($0.dropFirst(name.count + 2)) }
    }

    /// Closes the port and all connections.
    func stop() {
        state.withLock { state in
            state.isStopped = true
            for connection in state.open { shutdown(connection, Int32(SHUT_RDWR)) }
        }
        shutdown(listener, Int32(SHUT_RDWR))
    }

    // MARK: - Threads

    private func accept() {
        while true {
            let connection = Glibc.accept(listener, nil, nil)
            guard connection >= 0 else { break }
            let isStopped = state.withLock { state in
                if !state.isStopped { state.open.insert(connection) }
                return state.isStopped
            }
            if isStopped { close(connection) } else { startThread { self.serve(connection) } }
        }
        close(listener)
        arrived.finish()
        departed.finish()
    }

    private func serve(_ connection: Int32) {
        let head = LoopbackServer.readHead(connection)
        state.withLock { $0.heads.append(head) }
        arrived.yield(String(head.split(separator: " ").dropFirst().first ?? ""))
        for part in answer(head) where !LoopbackServer.send(part, to: connection) { break }
        state.withLock { _ = $0.open.remove(connection) }
        close(connection)
        departed.yield()
    }

    private static func readHead(_ connection: Int32) -> String {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while !bytes.suffix(4).elementsEqual([13, 10, 13, 10]) {
            let count = recv(connection, &buffer, buffer.count, 0)
            guard count > 0 else { break }
            bytes += buffer.prefix(count)
            // The first byte of TLS, whose handshake does not end like a head.
            if bytes.first == 0x16 { break }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Whether the client is still connected afterwards.
    private static func send(_ part: Part, to connection: Int32) -> Bool {
        switch part {
        case .bytes(let bytes):
            return write(bytes, to: connection)
        case .endless(let bytes):
            while write(bytes, to: connection) {}
            return false
        case .trickle(let bytes):
            while write(bytes, to: connection), !isGone(connection, within: 50) {}
            return false
        case .silence:
            return !isGone(connection, within: -1)
        case .reset:
            var linger = linger(l_onoff: 1, l_linger: 0)
            setsockopt(connection, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout.size(ofValue: linger)))
            return false
        }
    }

    private static func write(_ bytes: [UInt8], to connection: Int32) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                Glibc.send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    private static func isGone(_ connection: Int32, within milliseconds: Int32) -> Bool {
        var look = pollfd(fd: connection, events: Int16(POLLIN), revents: 0)
        return poll(&look, 1, milliseconds) != 0
    }

    /// A socket on a free port.
    private static func listen() -> (Int32, UInt16) {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        _ = withSocketAddress(&address) { bind(listener, $0, $1) }
        Glibc.listen(listener, 64)
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        _ = withSocketAddress(&address) { pointer, _ in getsockname(listener, pointer, &length) }
        return (listener, UInt16(bigEndian: address.sin_port))
    }

    private static func withSocketAddress<Result>(
        _ address: inout sockaddr_in,
        _ body: (UnsafeMutablePointer<sockaddr>, socklen_t) -> Result
    ) -> Result {
        let length = socklen_t(MemoryLayout<sockaddr_in>.size)
        return withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, length) }
        }
    }
}
