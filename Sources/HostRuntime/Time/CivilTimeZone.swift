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

    /// Creates a zone with a fixed offset, of a day at most.
    public init(secondsFromGMT seconds: Int) {
        let offset = min(max(-86_400, seconds), 86_400)
        identifier = offset == 0 ? "GMT" : "GMT\(offset < 0 ? "" : "+")\(offset) s"
        changes = ZoneChanges(offset: offset)
    }

    /// Creates the zone with an identifier such as `Europe/Berlin`; nil if the system has none.
    ///
    /// Each call reads a small file.
    public init?(identifier: String) {
        guard !identifier.isEmpty, !identifier.split(separator: "/").contains("..") else { return nil }
        let path = identifier.hasPrefix("/") ? identifier : "/usr/share/zoneinfo/\(identifier)"
        // A pipe must not hold the program up.
        guard let file = try? OpenFile(path, .readOnly, options: .nonBlocking),
            let bytes = try? file.read(upTo: CivilTimeZone.sizeLimit)
        else { return nil }
        self.init(identifier: identifier, file: bytes)
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
        local(environment: ProcessEnvironment.variables(["TZ"]))
    }

    /// Returns the zone of a machine with an environment.
    static func local(environment: [String: String]) -> CivilTimeZone {
        guard let name = environment["TZ"] else { return CivilTimeZone(identifier: "/etc/localtime") ?? .gmt }
        return CivilTimeZone(name: name.hasPrefix(":") ? String(name.dropFirst()) : name) ?? .gmt
    }

    /// Creates the zone that `TZ` would name: by its identifier, or by a rule such as `CET-1CEST`; nil for other text.
    init?(name: String) {
        if let zone = CivilTimeZone(identifier: name) {
            self = zone
        } else if let rule = PosixTimeZone(name) {
            self.init(identifier: name, rule: rule)
        } else {
            return nil
        }
    }

    /// The name with which `init(name:)` makes the zone on another machine; nil if it has none.
    var portableName: String? {
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
    func offset(at moment: Double) -> Int {
        changes.offset(at: Int(moment.rounded(.down)))
    }
}
