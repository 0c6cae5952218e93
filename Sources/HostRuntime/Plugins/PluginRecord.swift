internal import Synchronization

/// A plugin that was found: its type, its origin, and the runtime that it was built against.
public struct PluginRecord: Sendable {
    /// The plugin's type.
    public let type: any HostPlugin.Type

    /// The stamp that the plugin carries.
    let stamp: RuntimeStamp

    /// The file and the line of its load hook.
    public let origin: String

    /// The library's file as it was opened; nil for a plugin that is linked.
    let build: PluginBuild?

    /// The path of the library; nil for a plugin that is linked.
    var libraryPath: String? { build?.path }

    /// The name of the library's file; nil for a plugin that is linked.
    var library: String? { libraryPath.map { $0.fileName } }

    /// The type's name with its module.
    ///
    /// `String(reflecting:)` gives the same name, after it has searched all types of the process for a conformance of the
    /// metatype: a large part of a short start.
    var typeName: String { _typeName(type, qualified: true) }

    /// The origin with the library, to tell two records apart.
    var place: String { libraryPath.map { "\(origin) in '\($0)'" } ?? origin }

    /// Creates a record for a host that gets an explicit list of plugins.
    public init(
        _ type: any HostPlugin.Type,
        stamp: RuntimeStamp = .current,
        file: StaticString = #fileID,
        line: UInt = #line
    ) {
        self.init(type, stamp: stamp, file: file, line: line, build: nil)
    }

    init(
        _ type: any HostPlugin.Type,
        stamp: RuntimeStamp,
        file: StaticString,
        line: UInt,
        build: PluginBuild?
    ) {
        self.type = type
        self.stamp = stamp
        self.build = build
        origin = "\(file):\(line)"
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
        /// The addresses of the types.
        var types: Set<Int> = []
        var arrivals: (@Sendable () -> Void)?
        /// The library that is being opened.
        var library: Library?
        var libraryCount = 0
    }

    /// One opening of a library; a file that is opened again is another one.
    private struct Library: Equatable {
        let build: PluginBuild
        let number: Int
    }

    private struct Entry {
        let type: any HostPlugin.Type
        let stamp: RuntimeStamp
        let file: StaticString
        let line: UInt
        let library: Library?
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
            if process.types.insert(PluginRecord.number(of: type)).inserted {
                process.entries.append(
                    Entry(type: type, stamp: stamp, file: file, line: line, library: process.library)
                )
            }
            // The code that opens a library handles its plugins.
            return process.library == nil ? process.arrivals : nil
        }
        arrival?()
    }

    /// The address of a plugin's type, which tells it from all others.
    ///
    /// A whole number, because a set of another type makes the runtime look through
    /// all conformances of the program at the start.
    static func number(of type: any HostPlugin.Type) -> Int { Int(bitPattern: ObjectIdentifier(type)) }

    /// All plugins that load hooks have recorded in this process, in no specified order.
    public static var loaded: [PluginRecord] {
        records(process.withLock { $0.entries })
    }

    private static func records(_ entries: [Entry]) -> [PluginRecord] {
        entries.map {
            PluginRecord($0.type, stamp: $0.stamp, file: $0.file, line: $0.line, build: $0.library?.build)
        }
    }

    /// Opens a library, whose load hooks record its plugins under its path, and returns them.
    @MainActor static func open(library path: String) throws(LibraryRefusal) -> [PluginRecord] {
        let build = PluginBuild(of: path) ?? PluginBuild(path: path, version: "")
        let (library, first) = process.withLock { process in
            process.libraryCount += 1
            let library = Library(build: build, number: process.libraryCount)
            process.library = library
            return (library, process.entries.count)
        }
        defer { process.withLock { $0.library = nil } }
        let copy = try LibraryLoader.open(path)
        // Another thread may open a library that isn't ours meanwhile.
        let entries = process.withLock { process in process.entries[first...].filter { $0.library == library } }
        guard entries.isEmpty else { return records(entries) }
        let reasons = MissingLoadHooks.problems(inLibrary: copy)
        let reason = reasons.isEmpty ? "no type in it conforms to HostPlugin" : reasons.joined(separator: "; ")
        throw LibraryRefusal(path: path, "has no plugin: \(reason)")
    }

    /// Sets the closure to call after each record of a library that others open, on the loading thread.
    static func onArrival(_ body: (@Sendable () -> Void)?) {
        process.withLock { $0.arrivals = body }
    }
}
