internal import FoundationEssentials

/// A place's offset from GMT at every moment, which says where its days begin.
///
/// Foundation's `TimeZone` knows only GMT in a program that does not link the
/// whole of Foundation, so zones are read from the system's own files.
public struct CivilTimeZone: Hashable, Sendable {
    /// What the zone was made from: an identifier such as `Europe/Berlin`, or an offset.
    public let identifier: String

    private let changes: ZoneChanges

    /// Creates a zone whose offset never changes.
    public init(secondsFromGMT seconds: Int) {
        let offset = min(max(-86_400, seconds), 86_400)
        identifier = offset == 0 ? "GMT" : "GMT\(offset < 0 ? "" : "+")\(offset) s"
        changes = ZoneChanges(offset: offset)
    }

    /// Creates the zone with an identifier such as `Europe/Berlin`; nil when the system has none.
    ///
    /// It reads a small file each time.
    public init?(identifier: String) {
        guard !identifier.isEmpty, !identifier.split(separator: "/").contains("..") else { return nil }
        let path = identifier.hasPrefix("/") ? identifier : "/usr/share/zoneinfo/\(identifier)"
        guard let data = try? Data(contentsOf: URL(fileURLWithPath: path)) else { return nil }
        self.init(identifier: identifier, file: Array(data))
    }

    /// Creates a zone from the bytes of a time zone file (RFC 9636); nil when they are none.
    init?(identifier: String, file: [UInt8]) {
        guard let changes = ZoneChanges(file: file) else { return nil }
        self.identifier = identifier
        self.changes = changes
    }

    /// The zone with no offset.
    public static let gmt = CivilTimeZone(secondsFromGMT: 0)

    /// The zone of the machine: what `TZ` names, otherwise that of the system, otherwise GMT.
    ///
    /// It is read anew each time, so it follows a person who travels.
    public static var current: CivilTimeZone {
        local(environment: ProcessInfo.processInfo.environment)
    }

    /// The zone of a machine with an environment.
    static func local(environment: [String: String]) -> CivilTimeZone {
        guard let name = environment["TZ"] else { return CivilTimeZone(identifier: "/etc/localtime") ?? .gmt }
        let bare = name.hasPrefix(":") ? String(name.dropFirst()) : name
        if let zone = CivilTimeZone(identifier: bare) { return zone }
        guard let rule = PosixTimeZone(bare) else { return .gmt }
        return CivilTimeZone(identifier: bare, rule: rule)
    }

    private init(identifier: String, rule: PosixTimeZone) {
        self.identifier = identifier
        changes = ZoneChanges(rule: rule)
    }

    /// The seconds that clocks show more than GMT at a moment, in seconds since 1970.
    func offset(at moment: Double) -> Int {
        changes.offset(at: Int(moment.rounded(.down)))
    }
}
