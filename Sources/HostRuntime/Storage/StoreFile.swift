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
        self.directory = FileSystem.absolutePath(directory)
        self.calls = calls
        name = "\(namespace).json"
    }

    // MARK: - Reading

    /// What the file holds; nil when it is the one that was seen before.
    func read(unless seen: StoreSighting) -> StoreReading? {
        var status: FileStatus
        do throws(SystemError) {
            status = try FileStatus(at: path)
        } catch {
            guard error == .noSuchFile || error == .notADirectory else { return StoreReading(unreadable: error) }
            return seen == .absent ? nil : StoreReading(sighting: .absent, result: .success([:]))
        }
        if seen == .file(status) { return nil }
        let descriptor: FileDescriptor
        do throws(SystemError) {
            // Without waiting for a pipe's other end, and without following a link to what is not the store's.
            descriptor = try FileDescriptor.open(path, .readOnly, options: [.noFollow, .nonBlocking])
        } catch {
            switch error {
            case .noSuchFile: return StoreReading(sighting: .absent, result: .success([:]))
            case .tooManyLinks, .noSuchDevice: return StoreReading(damaged: "it is not a file", status: status)
            default: return StoreReading(unreadable: error)
            }
        }
        let bytes: [UInt8]
        do throws(SystemError) {
            status = try descriptor.status
            guard status.kind == .file else { return StoreReading(damaged: "it is not a file", status: status) }
            if isSecret,
                let reason = StoreFile.exposure(
                    owner: status.owner,
                    permissions: status.permissions,
                    user: SystemUser.effectiveID
                )
            {
                return StoreReading(unreadable: reason)
            }
            // One byte more than a store's file may have, which tells one that is too large.
            bytes = try descriptor.read(upTo: StoreFormat.sizeLimit + 1)
        } catch {
            return StoreReading(unreadable: error)
        }
        do throws(StoreFailure) {
            let values = try StoreFormat.values(of: bytes)
            return StoreReading(sighting: .file(status), descriptor: descriptor, result: .success(values))
        } catch {
            return StoreReading(damaged: error.reason, status: status, descriptor: descriptor)
        }
    }

    /// Why a file of this owner and mode holds no secret of a user; nil where it may.
    static func exposure(owner: UInt32, permissions: UInt32, user: UInt32) -> String? {
        guard owner == user else { return "it holds secrets and belongs to another user" }
        guard permissions & 0o7177 == 0 else {
            let octal = String(permissions, radix: 8)
            return "it holds secrets and its mode is \(octal); give it the mode 600, or remove it"
        }
        return nil
    }

    /// Which file is there; `never` where that cannot be told.
    var sighting: StoreSighting {
        do throws(SystemError) {
            return .file(try FileStatus(at: path))
        } catch {
            return error == .noSuchFile ? .absent : .never
        }
    }

    // MARK: - Writing

    /// Keeps other processes out until the lock is released; nil while one of them has it.
    ///
    /// Makes the folder. The lock is on a file of its own, because the store's file is another one
    /// after each commit. The system drops the lock of a process that is killed.
    func lock() throws(StoreFailure) -> StoreLock? {
        for _ in 0..<100 {
            let descriptor = try openLock()
            guard let lock = try StoreLock(descriptor, calls: calls) else { return nil }
            // Someone may have removed the folder meanwhile; then others lock another file.
            if let held = try? descriptor.status, let named = try? FileStatus(at: lockPath), named.isSameFile(as: held)
            {
                return lock
            }
            lock.release()
        }
        throw StoreFailure("its lock is removed again and again")
    }

    private func openLock() throws(StoreFailure) -> FileDescriptor {
        do throws(SystemError) {
            do throws(SystemError) {
                return try FileDescriptor.open(lockPath, .readWrite, options: [.create, .noFollow])
            } catch {
                guard error == .noSuchFile else { throw error }
                FileSystem.makeDirectories(directory)
                return try FileDescriptor.open(lockPath, .readWrite, options: [.create, .noFollow])
            }
        } catch {
            throw StoreFailure(error)
        }
    }

    /// Who has the lock, in words.
    var lockHolder: String {
        let holder = (try? FileStatus(at: lockPath)).flatMap { LockHolder.find($0) }
        return holder.map { "\($0)" } ?? "another process holds its lock"
    }

    /// Replaces the file, under the lock; returns when the new one is on the disk.
    func replace(with bytes: [UInt8]) throws(StoreFailure) -> StoreReading.Place {
        do throws(SystemError) {
            let descriptor = try makeNewFile()
            do throws(SystemError) {
                try calls.writeAll(bytes, to: descriptor)
                try calls.flush(descriptor)
                try FileSystem.rename(newPath, to: path)
            } catch {
                try? FileSystem.remove(newPath)
                throw error
            }
            try flushDirectory()
            return StoreReading.Place(sighting: .file(try descriptor.status), descriptor: descriptor)
        } catch {
            throw StoreFailure(error)
        }
    }

    private func makeNewFile() throws(SystemError) -> FileDescriptor {
        do throws(SystemError) {
            return try FileDescriptor.open(newPath, .writeOnly, options: [.exclusiveCreate, .noFollow])
        } catch {
            guard error == .fileExists else { throw error }
            // A process was killed before it could rename its file.
            try FileSystem.remove(newPath)
            return try FileDescriptor.open(newPath, .writeOnly, options: [.exclusiveCreate, .noFollow])
        }
    }

    /// Waits until the file's name is on the disk, which it is only when the directory is.
    private func flushDirectory() throws(SystemError) {
        let folder = try FileDescriptor.open(directory, .readOnly, options: .directory)
        do throws(SystemError) {
            try calls.flush(folder)
        } catch {
            // Some file systems flush no directories.
            guard error == .invalidArgument else { throw error }
        }
    }

    /// Gives the file another name, under the lock, and returns its path.
    func setAside() throws(StoreFailure) -> String {
        let number = (1..<StoreFile.keptLimit).first { (try? FileStatus(at: "\(path).damaged-\($0)")) == nil }
        let target = "\(path).damaged-\(number ?? StoreFile.keptLimit)"
        do throws(SystemError) {
            try FileSystem.rename(path, to: target)
        } catch {
            throw StoreFailure(error)
        }
        return target
    }
}
