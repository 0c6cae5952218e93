internal import Glibc

/// Calls a closure on the main actor whenever files of a folder are written, come or go.
@MainActor final class FolderWatch {
    /// A change in the folder.
    struct Event: Hashable {
        /// The file's name; empty if the event is the folder's own, such as its end.
        let name: String
        /// Whether the file is complete: it was closed after writing, or got its name.
        let isComplete: Bool
    }

    private let queue: Descriptor
    private var watch: DescriptorWatch?

    /// Begins to watch a folder.
    ///
    /// The closure gets the events, or nil if the system has lost some. Writes to
    /// files that stay open aren't among them.
    init(_ folder: String, _ act: @escaping @MainActor ([Event]?) -> Void) throws(SystemError) {
        queue = Descriptor(inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC)))
        guard queue.isValid else { throw .last }
        do throws(SystemError) {
            let mask =
                IN_CLOSE_WRITE | IN_MOVED_TO | IN_ATTRIB | IN_DELETE | IN_MOVED_FROM | IN_ONLYDIR | IN_CREATE
                | IN_DELETE_SELF | IN_MOVE_SELF
            guard inotify_add_watch(queue.number, folder, UInt32(mask)) >= 0 else { throw SystemError.last }
            watch = try DescriptorWatch(queue) { [weak self, queue] in
                // The closure may end the watch, and the descriptor's number may be another file's then.
                while self?.watch != nil, let bytes = FolderWatch.read(queue) { act(FolderWatch.events(in: bytes)) }
            }
        } catch {
            queue.close()
            throw error
        }
    }

    /// Ends the watch; the closure isn't called any more.
    func cancel() {
        watch?.cancel()
        watch = nil
        queue.close()
    }

    private static func read(_ queue: Descriptor) -> [UInt8]? {
        var buffer = [UInt8](repeating: 0, count: 1 << 14)
        guard case .bytes(let count) = buffer.withUnsafeMutableBytes({ queue.read(into: $0) }) else { return nil }
        return Array(buffer[..<count])
    }

    /// Reads what the system has written; nil if it has lost events.
    nonisolated static func events(in bytes: [UInt8]) -> [Event]? {
        // The watch's number, what happened, a cookie, and the length of the name with zeros after it.
        let headerSize = 16
        var events: [Event] = []
        var rest = bytes[...]
        while rest.count >= headerSize {
            let (kind, length) = rest.withUnsafeBytes {
                (
                    $0.loadUnaligned(fromByteOffset: 4, as: UInt32.self),
                    Int($0.loadUnaligned(fromByteOffset: 12, as: UInt32.self))
                )
            }
            if kind & UInt32(IN_Q_OVERFLOW) != 0 { return nil }
            rest = rest.dropFirst(headerSize)
            let name = String(decoding: rest.prefix(length).prefix { $0 != 0 }, as: UTF8.self)
            rest = rest.dropFirst(length)
            let completing = UInt32(IN_CLOSE_WRITE | IN_MOVED_TO | IN_ATTRIB)
            events.append(Event(name: name, isComplete: kind & completing != 0))
        }
        return events
    }
}
