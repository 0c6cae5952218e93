#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A connected, non-blocking Unix socket that is closed when nobody holds it.
///
/// Everything that the screen lock needs of libc is in this file.
final class DBusSocket: Sendable {
    /// What a read led to.
    enum Reading {
        case bytes([UInt8])
        /// There is nothing to read now.
        case empty
        /// The other side is gone, for this reason.
        case ended(String)
    }

    /// A failed call of the system, in its own words.
    struct Failure: Error {
        var reason: String

        init(errno code: Int32) {
            // strerror returns the shared text of a number; null is not among its results on Linux.
            reason = strerror(code).map { String(cString: $0) } ?? "error \(code)"
        }
    }

    /// The socket's number, which stays open as long as the object lives.
    let descriptor: Int32

    /// Takes over a connected socket.
    init(adopting descriptor: Int32) {
        self.descriptor = descriptor
        _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    }

    deinit {
        _ = close(descriptor)
    }

    /// Connects to a bus, without waiting for one that is busy.
    convenience init(connectingTo address: DBusAddress) throws(Failure) {
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0)
        guard descriptor >= 0 else { throw Failure(errno: errno) }
        self.init(adopting: descriptor)

        var name = sockaddr_un()
        name.sun_family = sa_family_t(AF_UNIX)
        // A path ends with a zero byte and an abstract name begins with one;
        // an address is never longer than leaves room for it.
        let bytes: [UInt8] =
            switch address.place {
            case .path(let path): path + [0]
            case .abstract(let name): [0] + name
            }
        withUnsafeMutableBytes(of: &name.sun_path) { $0.copyBytes(from: bytes.prefix($0.count)) }
        let length = MemoryLayout<sockaddr_un>.offset(of: \.sun_path).map { $0 + bytes.count } ?? 0
        let result = withUnsafePointer(to: &name) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(descriptor, $0, socklen_t(length)) }
        }
        guard result == 0 else { throw Failure(errno: errno) }
    }

    /// Reads what is there, up to 4 KiB.
    func read() -> Reading {
        var count = 0
        var code: Int32 = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: 4096) { buffer, used in
            repeat {
                count = recv(descriptor, buffer.baseAddress, buffer.count, 0)
                code = errno
            } while count < 0 && code == EINTR
            used = max(count, 0)
        }
        if count > 0 { return .bytes(bytes) }
        // A bus that closes before it has read everything resets the connection.
        if count == 0 || code == ECONNRESET { return .ended("the bus closed the connection") }
        return code == EAGAIN ? .empty : .ended(Failure(errno: code).reason)
    }

    /// Writes as much as the socket takes now, and returns how much that was.
    func write(_ bytes: [UInt8]) throws(Failure) -> Int {
        var written = 0
        while written < bytes.count {
            let count = bytes[written...].withUnsafeBytes {
                // Without the flag, a bus that is gone would end the program by SIGPIPE.
                send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            if count >= 0 {
                written += count
            } else if errno == EAGAIN {
                break
            } else if errno != EINTR {
                throw Failure(errno: errno)
            }
        }
        return written
    }

    /// The user whom the kernel names to the bus.
    static var userID: UInt32 { geteuid() }

    /// Whether there is a socket at an address; an abstract one is only found by connecting.
    static func exists(at address: DBusAddress) -> Bool {
        guard case .path(let path) = address.place else { return true }
        var status = stat()
        return (path + [0]).withUnsafeBytes {
            $0.withMemoryRebound(to: CChar.self) { $0.baseAddress.map { stat($0, &status) } } == 0
        } && status.st_mode & S_IFMT == S_IFSOCK
    }
}
