/// A file to which a session appends: each text is written whole, and nothing more once that fails.
///
/// Several writers never share one, and a session continues without it when
/// the disk is full. A pipe or a device is written as it is; one whose reader
/// is gone, or takes nothing for a second, ends like a full disk.
final class SessionFile {
    /// The file's name in messages, such as "recording".
    let name: String

    let path: String

    /// The reason why nothing more is written, as a sentence; nil while all is well.
    private(set) var problem: String?

    /// The milliseconds for which the reader of a pipe may take nothing.
    private static let patience: Int32 = 1000

    private let file: OpenFile
    /// The path of the file that this has created; nil for a pipe or a device.
    private let createdPath: String?
    private var size = 0

    /// Creates a file for its user alone; throws if it exists already or can't be written.
    ///
    /// What is there and is no file, such as a pipe, is opened instead.
    init(_ path: String, name: String) throws(HostProgramError) {
        self.name = name
        self.path = path
        let isSpecial = (try? FileStatus(at: path, followingLinks: true)).map { $0.kind != .file } ?? false
        let createdPath = isSpecial ? nil : path
        self.createdPath = createdPath
        do {
            file = try OpenFile(
                createdPath ?? path,
                .writeOnly,
                options: isSpecial ? .nonBlocking : [.exclusiveCreate, .nonBlocking]
            )
        } catch {
            let reason =
                switch error {
                case .fileExists: "there is one already; remove it, or name another file"
                case .noSuchDevice where isSpecial: "nothing reads it yet; start its reader first"
                default: "\(error)"
                }
            throw HostProgramError(
                status: .cannotCreate,
                text: "the \(name) '\(path.escapingControls)' can't be written: \(reason)"
            )
        }
    }

    /// Removes a file into which nothing was written, because the session never began.
    deinit {
        if size == 0, let createdPath { try? FileSystem.remove(createdPath) }
    }

    /// Appends a text; on failure cuts the file off after the last whole text, and writes no more.
    ///
    /// Returns false the first time that this fails.
    @discardableResult func append(_ text: String) -> Bool {
        guard problem == nil else { return true }
        var text = text
        let failure = text.withUTF8 { bytes in
            let bytes = UnsafeRawBufferPointer(bytes)
            guard createdPath == nil else { return file.descriptor.write(bytes, timeout: SessionFile.patience) }
            return SystemThread.ignoringBrokenPipe { file.descriptor.write(bytes, timeout: SessionFile.patience) }
        }
        guard let failure else {
            size += text.utf8.count
            return true
        }
        if createdPath != nil { try? file.truncate(to: size) }
        let reason = failure == .wouldBlock ? "its reader takes nothing" : "\(failure)"
        problem = "the \(name) '\(path.escapingControls)' ends early, because it can't be written: \(reason)"
        return false
    }
}
