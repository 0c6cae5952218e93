internal import Glibc

/// A connected, non-blocking Unix socket, which is closed when it is released.
package final class UnixSocket: Sendable {
    package enum Address: Hashable, Sendable {
        /// A socket in the file system, by the bytes of its path.
        case path([UInt8])
        /// A socket in Linux's abstract namespace, by the bytes of its name.
        case abstract([UInt8])

        /// The maximum number of bytes of a path or name.
        package static let limit = 107
    }

    /// The socket's descriptor, which stays open for as long as the object lives.
    package let descriptor: Descriptor

    /// Takes over a connected socket.
    package init(adopting descriptor: Descriptor) {
        self.descriptor = descriptor
        descriptor.makeNonBlocking()
        descriptor.closeOnExec()
    }

    deinit {
        descriptor.close()
    }

    /// Connects to an address; fails at once if the other side is too busy to accept.
    package convenience init(connectingTo address: Address) throws(SystemError) {
        let number = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard number >= 0 else { throw .last }
        self.init(adopting: Descriptor(number))

        var name = sockaddr_un()
        name.sun_family = sa_family_t(AF_UNIX)
        // A path ends with a zero byte and an abstract name begins with one; the limit leaves room for it.
        let bytes: [UInt8] =
            switch address {
            case .path(let path): path + [0]
            case .abstract(let name): [0] + name
            }
        withUnsafeMutableBytes(of: &name.sun_path) { $0.copyBytes(from: bytes.prefix($0.count)) }
        let length = MemoryLayout<sockaddr_un>.offset(of: \.sun_path).map { $0 + bytes.count } ?? 0
        let result = withUnsafePointer(to: &name) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(descriptor.number, $0, socklen_t(length)) }
        }
        guard result == 0 else { throw .last }
    }

    /// Writes as many bytes as the socket takes now, and returns their number.
    package func write(_ bytes: [UInt8]) throws(SystemError) -> Int {
        var written = 0
        while written < bytes.count {
            let count = bytes[written...].withUnsafeBytes {
                // Without the flag, a peer that is gone would end the program by SIGPIPE.
                send(descriptor.number, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            if count >= 0 {
                written += count
            } else if errno == EAGAIN {
                break
            } else if errno != EINTR {
                throw .last
            }
        }
        return written
    }

    /// Whether there is a socket at an address; true for an abstract one, which only connecting finds.
    package static func exists(at address: Address) -> Bool {
        guard case .path(let bytes) = address else { return true }
        let path = String(decoding: bytes, as: UTF8.self)
        return (try? FileStatus(at: path, followingLinks: true))?.kind == .socket
    }
}
