internal import Synchronization

/// A plugin that was found: its type, its origin, and the runtime that it was built against.
public struct PluginRecord: Sendable {
    /// The plugin's type.
    public let type: any HostPlugin.Type

    /// The stamp that the plugin carries.
    public let stamp: RuntimeStamp

    /// The file and the line of its load hook.
    public let origin: String

    /// Creates a record for a host that gets an explicit list of plugins.
    public init(
        _ type: any HostPlugin.Type,
        stamp: RuntimeStamp = .current,
        file: StaticString = #fileID,
        line: UInt = #line
    ) {
        self.type = type
        self.stamp = stamp
        self.origin = "\(file):\(line)"
    }

    var manifest: PluginManifest { type.manifest }
}

// MARK: - The process's records

extension PluginRecord {
    /// The records that load hooks have made; they live as long as the process.
    private static let process = Mutex(ProcessRecords())

    private struct ProcessRecords {
        // Strings are built when the records are read: a load hook runs before
        // `main` and should do as little as possible.
        var entries: [(type: any HostPlugin.Type, stamp: RuntimeStamp, file: StaticString, line: UInt)] = []
        var types: Set<ObjectIdentifier> = []
        var arrivals: (@Sendable () -> Void)?
    }

    /// Records a plugin; called by `load`, before `main` or when a library is opened.
    public static func record(_ type: any HostPlugin.Type, stamp: RuntimeStamp, file: StaticString, line: UInt) {
        let arrival = process.withLock { process in
            // A loader may call a hook twice; the second call does nothing.
            if process.types.insert(ObjectIdentifier(type)).inserted {
                process.entries.append((type, stamp, file, line))
            }
            return process.arrivals
        }
        arrival?()
    }

    /// All plugins that load hooks have recorded in this process, in no specified order.
    public static var loaded: [PluginRecord] {
        process.withLock { process in
            process.entries.map { PluginRecord($0.type, stamp: $0.stamp, file: $0.file, line: $0.line) }
        }
    }

    /// Sets the closure to call after each record, on the loading thread.
    static func onArrival(_ body: (@Sendable () -> Void)?) {
        process.withLock { $0.arrivals = body }
    }
}
