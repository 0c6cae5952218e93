/// A file that a session writes as it goes on: each text whole, and nothing more once that fails.
///
/// Several writers never share one, and a session goes on without it when the
/// disk is full.
final class SessionFile {
    /// What the file is called in messages, such as "recording".
    let name: String

    let path: String

    /// The reason why nothing more is written, as a sentence; nil while all is well.
    private(set) var problem: String?

    private let file: OpenFile
    private var size = 0

    /// Creates a file for its user alone; throws if it exists already or can't be written.
    ///
    /// A file that is to be renamed is created at a temporary path.
    init(_ path: String, name: String, temporaryPath: String? = nil) throws(HostProgramError) {
        self.name = name
        self.path = path
        do {
            file = try OpenFile(temporaryPath ?? path, .writeOnly, options: [.exclusiveCreate, .nonBlocking])
        } catch {
            let reason = error == .fileExists ? "there is one already; remove it, or name another file" : "\(error)"
            throw HostProgramError(
                status: .cannotCreate,
                text: "the \(name) '\(path.escapingControls)' can't be written: \(reason)"
            )
        }
    }

    /// Removes a file into which nothing was written, because the session never began.
    deinit {
        if size == 0 { try? FileSystem.remove(path) }
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
