/// A store's file, its lock, and the ways to read and replace it.
struct StoreFile: Sendable {
    let calls: StoreCalls
    /// Whether a file that another user owns or may use is left unread.
    let isSecret: Bool

    let path: String

    /// The path of the file itself, to which a link of the person's may lead; its lock is beside it, so that all
    /// processes share one, whichever link they use.
    var target: String { FileSystem.followingOwnLinks(path) }
    private var lockPath: String { "\(base).lock" }
    private var newPath: String { "\(target).new" }

    /// The file's path without its ending.
    var base: String {
        let target = target
        return target.hasSuffix(".json") ? String(target.dropLast(5)) : target
    }

    /// The number of damaged files that are kept; further ones replace the last.
    private static let keptLimit = 99

    init(namespace: String, directory: String, calls: StoreCalls = StoreCalls(), isSecret: Bool = false) {
        self.isSecret = isSecret
        self.calls = calls
        path = "\(FileSystem.absolutePath(directory))/\(namespace).json"
    }

    /// The namespaces of the stores in a directory.
    static func namespaces(in directory: String) -> [String] {
        FileSystem.names(in: directory).filter { $0.hasSuffix(".json") }.map { String($0.dropLast(5)) }
            .filter { KeyValueStore.brokenRule(of: $0) == nil }
    }

    /// Whether the file is there, or the one that its link leads to.
    var isThere: Bool { (try? FileStatus(at: path, followingLinks: true)) != nil }

    // MARK: - Reading

    /// Reads the file; nil if it hasn't changed since a sighting.
    func read(unless seen: StoreSighting) -> StoreReading? {
        var path = path
        var status: FileStatus
        do throws(SystemError) {
            status = try FileStatus(at: path)
            if status.kind == .symbolicLink {
                path = target
                status = try FileStatus(at: path)
            }
        } catch {
            guard error == .noSuchFile || error == .notADirectory else { return StoreReading(unreadable: "\(error)") }
            return seen == .absent ? nil : StoreReading(sighting: .absent, result: .success([:]))
        }
        if seen == .file(status) { return nil }
        guard path == self.path || status.kind == .file else {
            return StoreReading(unreadable: "its link leads to '\(path)', which is not a file")
        }
        let descriptor: OpenFile
        do throws(SystemError) {
            // A pipe must not hold the program up, nor a link lead to another file.
            descriptor = try OpenFile(path, .readOnly, options: [.noFollow, .nonBlocking])
        } catch {
            switch error {
            case .noSuchFile: return StoreReading(sighting: .absent, result: .success([:]))
            case .tooManyLinks, .noSuchDevice: return StoreReading(damaged: "it is not a file", status: status)
            default: return StoreReading(unreadable: "\(error)")
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
            // One byte more than the limit, to notice a file that is too large.
            bytes = try descriptor.read(upTo: StoreFormat.sizeLimit + 1)
        } catch {
            return StoreReading(unreadable: "\(error)")
        }
        do throws(StoreFailure) {
            let values = try StoreFormat.values(of: bytes)
            return StoreReading(sighting: .file(status), descriptor: descriptor, result: .success(values))
        } catch {
            return StoreReading(damaged: error.reason, status: status, descriptor: descriptor)
        }
    }

    /// The values in the file; empty if it's damaged or unreadable.
    ///
    /// This changes nothing on the disk, so it's for looking at a store that isn't in use.
    var values: [String: PlainValue] {
        (try? read(unless: .never)?.result.get()) ?? [:]
    }

    /// Returns why a file can't hold a user's secrets; nil if it can.
    static func exposure(owner: UInt32, permissions: UInt32, user: UInt32) -> String? {
        guard owner == user else { return "it holds secrets and belongs to another user" }
        guard permissions & 0o7177 == 0 else {
            let octal = String(permissions, radix: 8)
            return "it holds secrets and its mode is \(octal); give it the mode 600, or remove it"
        }
        return nil
    }

    /// The file that is there now; `never` if that is unknown.
    var sighting: StoreSighting {
        do throws(SystemError) {
            return .file(try FileStatus(at: target))
        } catch {
            return error == .noSuchFile ? .absent : .never
        }
    }

    // MARK: - Writing

    /// Takes the lock against other processes; nil while one of them holds it.
    ///
    /// This creates the directory. The lock is on a separate file, because each
    /// commit replaces the store's file. If a process is killed, the system releases
    /// its lock.
    func lock() throws(StoreFailure) -> StoreLock? {
        for _ in 0..<100 {
            let descriptor = try openLock()
            guard let lock = try StoreLock(descriptor, calls: calls) else { return nil }
            // If the directory was removed in the meantime, other processes lock another file.
            if let held = try? descriptor.status, let named = try? FileStatus(at: lockPath), named.isSameFile(as: held)
            {
                return lock
            }
            lock.release()
        }
        throw StoreFailure("its lock file is removed again and again")
    }

    private func openLock() throws(StoreFailure) -> OpenFile {
        do throws(SystemError) {
            do throws(SystemError) {
                return try OpenFile(lockPath, .readWrite, options: [.create, .noFollow])
            } catch {
                guard error == .noSuchFile else { throw error }
                try FileSystem.makeDirectories(base.folder)
                return try OpenFile(lockPath, .readWrite, options: [.create, .noFollow])
            }
        } catch {
            throw StoreFailure(error)
        }
    }

    /// The file that has replaced another one.
    struct Replacement: Sendable {
        var place = StoreReading.Place()
        /// The reason why the directory isn't on the disk; nil if it is.
        var flushFailure: StoreFailure?
    }

    /// Writes a new file beside the store's, which `replace(with:)` then flushes and renames; needs the lock.
    func makeNewFile(with bytes: [UInt8]) throws(StoreFailure) -> OpenFile {
        do throws(SystemError) {
            let new = try makeNewFile()
            do throws(SystemError) {
                try calls.writeAll(bytes, to: new)
            } catch {
                try? FileSystem.remove(newPath)
                throw error
            }
            return new
        } catch {
            throw StoreFailure(error)
        }
    }

    /// Replaces the file with the new one, and returns when that is on the disk; needs the lock.
    ///
    /// If this throws, the file is the one that was there before. After the renaming
    /// nothing throws: all processes see the new file.
    func replace(with descriptor: OpenFile) throws(StoreFailure) -> Replacement {
        do throws(SystemError) {
            try calls.flush(descriptor)
            try FileSystem.rename(newPath, to: target)
        } catch {
            try? FileSystem.remove(newPath)
            throw StoreFailure(error)
        }
        let sighting = (try? descriptor.status).map(StoreSighting.file) ?? .never
        let place = StoreReading.Place(sighting: sighting, descriptor: descriptor)
        do throws(SystemError) {
            try flush(directory: target.folder)
            return Replacement(place: place)
        } catch {
            return Replacement(place: place, flushFailure: StoreFailure(error))
        }
    }

    private func makeNewFile() throws(SystemError) -> OpenFile {
        do throws(SystemError) {
            return try OpenFile(newPath, .writeOnly, options: [.exclusiveCreate, .noFollow])
        } catch {
            guard error == .fileExists else { throw error }
            // It is from a process that was killed before it could rename it.
            try FileSystem.remove(newPath)
            return try OpenFile(newPath, .writeOnly, options: [.exclusiveCreate, .noFollow])
        }
    }

    /// Waits until a directory is on the disk, and with it the names of its files.
    func flush(directory: String) throws(SystemError) {
        let folder = try OpenFile(directory, .readOnly, options: .directory)
        do throws(SystemError) {
            try calls.flush(folder)
        } catch {
            // Some file systems can't flush a directory.
            guard error == .invalidArgument else { throw error }
        }
    }

    /// Gives the file another name and returns its new path; needs the lock.
    func setAside() throws(StoreFailure) -> String {
        let path = target
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

/// The lock of a store's file against other processes; control-Z doesn't stop the process while it holds one.
///
/// The thread that took it must release it, or the one that has taken it over.
struct StoreLock: Sendable {
    private let file: OpenFile
    private let thread = SystemThread.currentID

    /// Takes the lock without waiting; nil while another process holds it.
    init?(_ file: OpenFile, calls: StoreCalls) throws(StoreFailure) {
        StopGate.shared.enter()
        do throws(SystemError) {
            guard try calls.lock(file) else {
                StopGate.shared.leave()
                return nil
            }
        } catch {
            StopGate.shared.leave()
            throw StoreFailure(error)
        }
        self.file = file
    }

    /// Makes the current thread the one that holds the lock.
    func takeOver() {
        StopGate.shared.takeOver(from: thread)
    }

    func release() {
        // Closing isn't enough: a program that is being started may still have the descriptor.
        file.unlock()
        StopGate.shared.leave()
    }
}
