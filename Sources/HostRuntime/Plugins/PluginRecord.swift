internal import Synchronization

/// A plugin that was found: its type, its origin, and the runtime that it was built against.
public struct PluginRecord: Sendable {
    /// The plugin's type.
    public let type: any HostPlugin.Type

    /// The stamp that the plugin carries.
    let stamp: RuntimeStamp

    /// The file and the line of its load hook.
    public let origin: String

    /// The file of its load hook, which stays the same when the file is edited.
    let key: String

    /// The name of the library's file; nil for a plugin that is linked.
    let library: String?

    /// Creates a record for a host that gets an explicit list of plugins.
    public init(
        _ type: any HostPlugin.Type,
        stamp: RuntimeStamp = .current,
        file: StaticString = #fileID,
        line: UInt = #line
    ) {
        self.init(type, stamp: stamp, file: file, line: line, library: nil)
    }

    private init(
        _ type: any HostPlugin.Type,
        stamp: RuntimeStamp,
        file: StaticString,
        line: UInt,
        library: String?,
        isAloneInFile: Bool = false
    ) {
        self.type = type
        self.stamp = stamp
        self.library = library
        origin = "\(file):\(line)"
        key = isAloneInFile ? "\(file)" : origin
    }
}

// MARK: - The process's records

extension PluginRecord {
    /// The records that load hooks have made; they live as long as the process.
    private static let process = Mutex(ProcessRecords())

    private struct ProcessRecords {
        // Strings are built when the records are read: a load hook runs before
        // `main` and should do as little as possible.
        var entries: [Entry] = []
        var types: Set<ObjectIdentifier> = []
        var arrivals: (@Sendable () -> Void)?
        /// The library that is being opened.
        var library: String?
    }

    private struct Entry {
        let type: any HostPlugin.Type
        let stamp: RuntimeStamp
        let file: StaticString
        let line: UInt
        let library: String?
    }

    /// Records a plugin; called by `load`, before `main` or when a library is opened.
    ///
    /// The mark isn't read here: passing it puts the text into the plugin's file.
    @usableFromInline
    static func record(
        _ type: any HostPlugin.Type,
        stamp: RuntimeStamp,
        mark: StaticString,
        file: StaticString,
        line: UInt
    ) {
        let arrival = process.withLock { process in
            // A loader may call a hook twice; the second call does nothing.
            if process.types.insert(ObjectIdentifier(type)).inserted {
                process.entries.append(
                    Entry(type: type, stamp: stamp, file: file, line: line, library: process.library)
                )
            }
            return process.arrivals
        }
        arrival?()
    }

    /// All plugins that load hooks have recorded in this process, in no specified order.
    public static var loaded: [PluginRecord] {
        let entries = process.withLock { $0.entries }
        let files = Dictionary(entries.map { ("\($0.file)", 1) }, uniquingKeysWith: +)
        return entries.map {
            PluginRecord(
                $0.type,
                stamp: $0.stamp,
                file: $0.file,
                line: $0.line,
                library: $0.library,
                isAloneInFile: files["\($0.file)"] == 1
            )
        }
    }

    /// Opens a library, whose load hooks then record its plugins under its name.
    static func load<Failure: Error>(library: String, _ open: () throws(Failure) -> Void) throws(Failure) {
        process.withLock { $0.library = library }
        defer { process.withLock { $0.library = nil } }
        try open()
    }

    /// Sets the closure to call after each record, on the loading thread.
    static func onArrival(_ body: (@Sendable () -> Void)?) {
        process.withLock { $0.arrivals = body }
    }
}
