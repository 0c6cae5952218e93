internal import Glibc

/// What was found where a store's file should be.
struct StoreReading: Sendable {
    /// A file that was seen, kept open so that no other file is taken for it.
    ///
    /// A system gives the number of a removed file to the next new one, and its
    /// times are coarse: without this, a file replaced twice could look unchanged.
    struct Place: Sendable {
        var sighting = StoreSighting.never
        var descriptor: StoreDescriptor?
    }

    /// Why there are no values.
    enum Fault: Error, Hashable {
        case damaged(String)
        case unreadable(String)
    }

    let place: Place
    let result: Result<[String: PlainValue], Fault>

    init(sighting: StoreSighting, descriptor: StoreDescriptor? = nil, result: Result<[String: PlainValue], Fault>) {
        place = Place(sighting: sighting, descriptor: descriptor)
        self.result = result
    }

    init(damaged reason: String, status: stat, descriptor: StoreDescriptor? = nil) {
        self.init(
            sighting: .file(FileSignature(status)),
            descriptor: descriptor,
            result: .failure(.damaged(reason))
        )
    }

    /// It is looked at again the next time.
    init(unreadable error: Int32) {
        self.init(unreadable: String(cString: strerror(error)))
    }

    /// It is looked at again the next time.
    init(unreadable reason: String) {
        self.init(sighting: .never, result: .failure(.unreadable(reason)))
    }
}

/// Which file was seen the last time.
enum StoreSighting: Hashable, Sendable {
    case never
    case absent
    case file(FileSignature)
}

/// What tells a file and its state from others.
struct FileSignature: Hashable, Sendable {
    private let device: UInt64
    private let number: UInt64
    private let size: Int64
    private let changed: [Int]

    init(_ status: stat) {
        device = UInt64(status.st_dev)
        number = UInt64(status.st_ino)
        size = Int64(status.st_size)
        changed = [
            Int(status.st_mtim.tv_sec), Int(status.st_mtim.tv_nsec), Int(status.st_ctim.tv_sec),
            Int(status.st_ctim.tv_nsec),
        ]
    }
}

/// A file descriptor that is closed with its last reference.
final class StoreDescriptor: Sendable {
    let number: Int32

    /// Takes over a descriptor; nil for the -1 of a call that failed.
    init?(_ number: Int32) {
        guard number >= 0 else { return nil }
        self.number = number
    }

    /// Writes all of some bytes.
    func write(_ bytes: [UInt8], calls: StoreCalls) throws(StoreFailure) {
        var start = 0
        while start < bytes.count {
            let count = bytes[start...].withUnsafeBytes { calls.write(number, $0) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw .system() }
            start += count
        }
    }

    deinit {
        close(number)
    }
}
