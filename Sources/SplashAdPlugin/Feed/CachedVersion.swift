import FoundationEssentials
import HostRuntime

/// The version of a cached file, with the date at which the server last had it.
struct CachedVersion: Hashable, Sendable {
    var file: FileVersion
    /// The date at which the server last had this version, in seconds of the reference date.
    private var checked: Int

    /// The seconds after which a cached file is asked for again.
    private static let oldAge = 86_400

    /// Creates the version of a file that the server has at a date.
    init(_ file: FileVersion, at date: Date) {
        self.file = file
        checked = CachedVersion.seconds(date)
    }

    /// Reads the text that was cached with a file; nil if it isn't a version.
    init?(cached text: String?) {
        guard let text, let values = try? PlainValue(json: Array(text.utf8), maximumDepth: 2, maximumValues: 16),
            let file = FileVersion(values)
        else { return nil }
        self.file = file
        checked = min(max(values["checked"]?.intValue ?? 0, -1 << 40), 1 << 40)
    }

    /// The text to cache with the file.
    var cached: String { PlainValue.dictionary(file.stored.merging(["checked": .int(checked)]) { $1 }).json }

    /// Whether the server should be asked for a newer version; a clock that was ahead doesn't prevent it.
    func isOld(at date: Date) -> Bool {
        !(checked..<checked + CachedVersion.oldAge).contains(CachedVersion.seconds(date))
    }

    private static func seconds(_ date: Date) -> Int {
        let seconds = date.timeIntervalSinceReferenceDate
        return seconds.isNaN ? 0 : Int(min(max(seconds, -1e12), 1e12))
    }
}
