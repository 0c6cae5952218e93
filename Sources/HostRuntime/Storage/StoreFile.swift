internal import Glibc

/// A store's file in the file system, its lock, and the ways to read and to replace it.
struct StoreFile: Sendable {
    let directory: String
    let name: String
    let calls: StoreCalls
    /// Whether a file that anybody else may read or write, or has written, is left unread.
    let isSecret: Bool

    var path: String { "\(directory)/\(name)" }
    private var lockPath: String { "\(directory)/\(namespace).lock" }
    private var newPath: String { "\(path).new" }
    private let namespace: String

    /// How many damaged files are kept; the last of them is replaced after that.
    private static let keptLimit = 99

    init(namespace: String, directory: String, calls: StoreCalls, isSecret: Bool = false) {
        self.isSecret = isSecret
        self.namespace = namespace
        self.directory = Folder.absolute(directory)
        self.calls = calls
        name = "\(namespace).json"
    }

    // MARK: - Reading

    /// What the file holds; nil when it is the one that was seen before.
    func read(unless seen: StoreSighting) -> StoreReading? {
        var status = stat()
        guard lstat(path, &status) == 0 else {
            switch errno {
            case ENOENT, ENOTDIR: return seen == .absent ? nil : StoreReading(sighting: .absent, result: .success([:]))
            default: return StoreReading(unreadable: errno)
            }
        }
        if seen == .file(FileSignature(status)) { return nil }
        // Without waiting for a pipe's other end, and without following a link to what is not the store's.
        let descriptor = StoreDescriptor(open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK))
        guard let descriptor else {
            switch errno {
            case ENOENT: return StoreReading(sighting: .absent, result: .success([:]))
            case ELOOP, ENXIO: return StoreReading(damaged: "it is not a file", status: status)
            default: return StoreReading(unreadable: errno)
            }
        }
        guard fstat(descriptor.number, &status) == 0 else { return StoreReading(unreadable: errno) }
        guard status.st_mode & S_IFMT == S_IFREG else {
            return StoreReading(damaged: "it is not a file", status: status)
        }
        if isSecret, let reason = StoreFile.exposure(owner: status.st_uid, mode: status.st_mode, user: geteuid()) {
            return StoreReading(unreadable: reason)
        }
        guard let bytes = bytes(of: descriptor) else { return StoreReading(unreadable: errno) }
        do {
            let values = try StoreFormat.values(of: bytes)
            return StoreReading(
                sighting: .file(FileSignature(status)),
                descriptor: descriptor,
                result: .success(values)
            )
        } catch {
            return StoreReading(damaged: error.reason, status: status, descriptor: descriptor)
        }
    }

    /// Why a file of this owner and mode holds no secret of a user; nil where it may.
    static func exposure(owner: uid_t, mode: mode_t, user: uid_t) -> String? {
        guard owner == user else { return "it holds secrets and belongs to another user" }
        guard mode & 0o7177 == 0 else {
            let octal = String(mode & 0o7777, radix: 8)
            return "it holds secrets and its mode is \(octal); give it the mode 600, or remove it"
        }
        return nil
    }

    /// Which file is there; `never` where that cannot be told.
    var sighting: StoreSighting {
        var status = stat()
        if lstat(path, &status) == 0 { return .file(FileSignature(status)) }
        return errno == ENOENT ? .absent : .never
    }

    /// The bytes of an open file, at most one more than a store's file may have.
    private func bytes(of descriptor: StoreDescriptor) -> [UInt8]? {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while bytes.count <= StoreFormat.sizeLimit {
            let count = Glibc.read(descriptor.number, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { return nil }
            if count == 0 { break }
            bytes += buffer[..<count]
        }
        return bytes
    }

    // MARK: - Writing

    /// Keeps other processes out until the lock is released; nil while one of them has it.
    ///
    /// Makes the folder. The lock is on a file of its own, because the store's file is another one
    /// after each commit. The system drops the lock of a process that is killed.
    func lock() throws(StoreFailure) -> StoreLock? {
        for _ in 0..<100 {
            let flags = O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW
            var descriptor = StoreDescriptor(open(lockPath, flags, 0o600))
            if descriptor == nil, errno == ENOENT {
                Folder.make(directory)
                descriptor = StoreDescriptor(open(lockPath, flags, 0o600))
            }
            guard let descriptor else { throw .system() }
            guard let lock = try StoreLock(descriptor, calls: calls) else { return nil }
            // Someone may have removed the folder meanwhile; then others lock another file.
            var held = stat()
            var named = stat()
            if fstat(descriptor.number, &held) == 0, lstat(lockPath, &named) == 0, held.st_ino == named.st_ino,
                held.st_dev == named.st_dev
            {
                return lock
            }
            lock.release()
        }
        throw StoreFailure("its lock is removed again and again")
    }

    /// Who has the lock, in words.
    var lockHolder: String {
        var status = stat()
        let holder = lstat(lockPath, &status) == 0 ? LockHolder.find(status) : nil
        return holder.map { "\($0)" } ?? "another process holds its lock"
    }

    /// Replaces the file, under the lock; returns when the new one is on the disk.
    func replace(with bytes: [UInt8]) throws(StoreFailure) -> StoreReading.Place {
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW
        var descriptor = StoreDescriptor(open(newPath, flags, 0o600))
        if descriptor == nil, errno == EEXIST, unlink(newPath) == 0 {
            // A process was killed before it could rename its file.
            descriptor = StoreDescriptor(open(newPath, flags, 0o600))
        }
        guard let descriptor else { throw .system() }
        do throws(StoreFailure) {
            try descriptor.write(bytes, calls: calls)
            guard calls.flush(descriptor.number) == 0 else { throw .system() }
            guard rename(newPath, path) == 0 else { throw .system() }
        } catch {
            unlink(newPath)
            throw error
        }
        // The name is on the disk only when the folder is.
        let folder = StoreDescriptor(open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC))
        guard let folder, calls.flush(folder.number) == 0 || errno == EINVAL else { throw .system() }
        var status = stat()
        guard fstat(descriptor.number, &status) == 0 else { throw .system() }
        return StoreReading.Place(sighting: .file(FileSignature(status)), descriptor: descriptor)
    }

    /// Gives the file another name, under the lock, and returns its path.
    func setAside() throws(StoreFailure) -> String {
        var status = stat()
        let number = (1..<StoreFile.keptLimit).first { lstat("\(path).damaged-\($0)", &status) != 0 }
        let target = "\(path).damaged-\(number ?? StoreFile.keptLimit)"
        guard rename(path, target) == 0 else { throw .system() }
        return target
    }
}

extension StoreFailure {
    /// What the C library says about its last error.
    static func system() -> StoreFailure {
        StoreFailure(String(cString: strerror(errno)))
    }
}
