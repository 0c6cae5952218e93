public import FoundationEssentials

/// A place's offset from GMT at every moment, which decides when its days begin.
///
/// It reads the system's own files, because Foundation's `TimeZone` knows only
/// GMT in a program that doesn't link all of Foundation.
public struct CivilTimeZone: Hashable, Sendable {
    /// The identifier, such as `Europe/Berlin` or `GMT+3600 s`.
    let identifier: String

    private let changes: ZoneChanges

    /// The largest file in bytes; those of the system have a few thousand.
    private static let sizeLimit = 1 << 20

    /// The folders of the system's files, in the order of looking; `TZDIR` names another one before them.
    private static let folders = [
        "/usr/share/zoneinfo", "/etc/zoneinfo", "/usr/lib/zoneinfo", "/usr/share/lib/zoneinfo",
    ]

    /// Creates a zone with a fixed offset, of a day at most.
    public init(secondsFromGMT seconds: Int) {
        let offset = min(max(-86_400, seconds), 86_400)
        identifier = offset == 0 ? "GMT" : "GMT\(offset < 0 ? "" : "+")\(offset) s"
        changes = ZoneChanges(offset: offset)
    }

    /// Creates the zone with an identifier such as `Europe/Berlin`; nil if the system has none.
    ///
    /// Each call reads a small file, of the folder that `TZDIR` names or of the system's.
    public init?(identifier: String) {
        self.init(identifier: identifier, environment: ProcessEnvironment.variables(["TZDIR"]))
    }

    private init?(identifier: String, environment: [String: String]) {
        guard !identifier.isEmpty, !identifier.split(separator: "/").contains("..") else { return nil }
        let folders = [environment["TZDIR"] ?? ""].filter { !$0.isEmpty } + CivilTimeZone.folders
        let paths = identifier.hasPrefix("/") ? [identifier] : folders.map { "\($0)/\(identifier)" }
        let files = paths.lazy.compactMap { path -> ZoneChanges? in
            // A pipe must not hold the program up.
            guard let file = try? OpenFile(path, .readOnly, options: .nonBlocking),
                let bytes = try? file.read(upTo: CivilTimeZone.sizeLimit)
            else { return nil }
            return ZoneChanges(file: bytes)
        }
        guard let changes = files.first else { return nil }
        self.identifier = identifier
        self.changes = changes
    }

    /// Creates a zone from the bytes of a time zone file (RFC 9636); nil if they are something else.
    init?(identifier: String, file: [UInt8]) {
        guard let changes = ZoneChanges(file: file) else { return nil }
        self.identifier = identifier
        self.changes = changes
    }

    /// The zone without an offset.
    public static let gmt = CivilTimeZone(secondsFromGMT: 0)

    /// The machine's zone: the one in `TZ`, else the system's, else GMT.
    ///
    /// Each access reads it again, so it follows a person who travels.
    public static var current: CivilTimeZone {
        local(environment: ProcessEnvironment.variables(["TZ", "TZDIR"]))
    }

    /// Returns the zone of a machine with an environment.
    static func local(environment: [String: String]) -> CivilTimeZone {
        guard let name = named(in: environment) else { return CivilTimeZone(identifier: "/etc/localtime") ?? .gmt }
        return CivilTimeZone(name: name, environment: environment) ?? .gmt
    }

    private static func named(in environment: [String: String]) -> String? {
        environment["TZ"].map { $0.hasPrefix(":") ? String($0.dropFirst()) : $0 }
    }

    /// Returns a sentence about a zone in `TZ` that isn't found; nil if all is well.
    package static func problem(environment: [String: String]) -> String? {
        // An empty name means GMT.
        guard let name = named(in: environment), !name.isEmpty,
            CivilTimeZone(name: name, environment: environment) == nil
        else { return nil }
        return "the time zone '\(name)' in TZ is not known, so days begin at midnight GMT; set TZ to a name such as "
            + "Europe/Berlin, and TZDIR to the folder of the zones' files if the system keeps them elsewhere"
    }

    /// Creates the zone that `TZ` would name: by its identifier, or by a rule such as `CET-1CEST`; nil for other text.
    package init?(name: String, environment: [String: String] = ProcessEnvironment.variables(["TZDIR"])) {
        if let zone = CivilTimeZone(identifier: name, environment: environment) {
            self = zone
        } else if let rule = PosixTimeZone(name) {
            self.init(identifier: name, rule: rule)
        } else {
            return nil
        }
    }

    /// The name with which `init(name:)` makes the zone on another machine; nil if it has none.
    package var portableName: String? {
        guard identifier.hasPrefix("/") else { return identifier }
        let parts = FileSystem.resolvedPath(identifier).components(separatedBy: "/zoneinfo/")
        return parts.count == 2 ? parts[1] : nil
    }

    private init(identifier: String, rule: PosixTimeZone) {
        self.identifier = identifier
        changes = ZoneChanges(rule: rule)
    }

    /// Returns the seconds by which the zone is ahead of GMT at a date.
    public func secondsFromGMT(for date: Date) -> Int {
        // A date beyond the calendar has the offset of its last days.
        offset(at: min(max(-1e12, date.timeIntervalSince1970), 1e12))
    }

    /// Returns the seconds east of GMT at a moment, which is in seconds since 1970.
    package func offset(at moment: Double) -> Int {
        changes.offset(at: Int(moment.rounded(.down)))
    }
}
