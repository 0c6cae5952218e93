/// A file to which a session appends: each text is written whole, and nothing more once that fails.
///
/// Several writers never share one, and a session continues without it when
/// the disk is full.
final class SessionFile {
    /// The file's name in messages, such as "recording".
    let name: String

    let path: String

    /// The reason why nothing more is written, as a sentence; nil while all is well.
    private(set) var problem: String?

    private let file: OpenFile
    private let createdPath: String
    private var size = 0

    /// Creates a file for its user alone; throws if it exists already or can't be written.
    ///
    /// A file that is to be renamed is created at a temporary path.
    init(_ path: String, name: String, temporaryPath: String? = nil) throws(HostProgramError) {
        self.name = name
        self.path = path
        createdPath = temporaryPath ?? path
        do {
            file = try OpenFile(createdPath, .writeOnly, options: [.exclusiveCreate, .nonBlocking])
        } catch {
            let reason = error == .fileExists ? "there is one already; remove it, or name another file" : "\(error)"
            throw HostProgramError(
                status: .cannotCreate,
                text: "the \(name) '\(path.escapingControls)' can't be written: \(reason)"
            )
        }
        // The file is new, so no one else holds the lock; where there are none, nothing shows that it's in use.
        _ = try? file.tryLock()
    }

    /// Returns whether a session still writes a file; its lock ends with its process.
    static func isInUse(_ path: String) -> Bool {
        guard let file = try? OpenFile(path, .readOnly, options: [.noFollow, .nonBlocking]) else { return false }
        return (try? file.tryLock()) == false
    }

    /// Removes a file into which nothing was written, because the session never began.
    deinit {
        if size == 0 { try? FileSystem.remove(createdPath) }
    }

    /// Appends a text with one write; on failure cuts the file off after the last whole text, and writes no more.
    ///
    /// Returns false the first time that this fails.
    @discardableResult func append(_ text: String) -> Bool {
        guard problem == nil else { return true }
        var text = text
        let reason: String? = text.withUTF8 { bytes in
            do throws(SystemError) {
                let count = try file.write(UnsafeRawBufferPointer(bytes))
                guard count < bytes.count else {
                    size += count
                    return nil
                }
                return "\(SystemError.noSpace)"
            } catch {
                return "\(error)"
            }
        }
        guard let reason else { return true }
        try? file.truncate(to: size)
        problem = "the \(name) '\(path.escapingControls)' ends early, because it can't be written: \(reason)"
        return false
    }
}
