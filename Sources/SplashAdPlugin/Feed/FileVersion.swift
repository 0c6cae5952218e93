import FoundationEssentials
import HostRuntime

/// The version of a file that a server sent, and what to ask it with for a newer one.
struct FileVersion: Hashable, Sendable {
    /// The address that answered, which differs from the requested one after a redirect.
    var address: AdAddress
    /// The server's tag.
    var entityTag: String?
    /// The date of its last change, as the server wrote it.
    var lastModified: String?
    /// The seconds for which the server need not be asked again, at most a day.
    var freshSeconds = 0
    /// The date at which the server last had this version, in seconds of the reference date.
    var checked = 0

    /// The seconds after which a cached file is asked for again.
    private static let oldAge = 86_400

    /// Whether the server should be asked for a newer version; a clock that was ahead doesn't prevent it.
    func isOld(at date: Date) -> Bool {
        !(checked..<checked + FileVersion.oldAge).contains(FileVersion.seconds(date))
    }

    /// Returns the version that the server still has at a date.
    func confirmed(at date: Date) -> FileVersion {
        var version = self
        version.checked = FileVersion.seconds(date)
        return version
    }

    private static func seconds(_ date: Date) -> Int {
        let seconds = date.timeIntervalSinceReferenceDate
        return seconds.isNaN ? 0 : Int(min(max(seconds, -1e12), 1e12))
    }
}

// MARK: - In the cache

extension FileVersion {
    /// Reads the text that was cached with a file; nil if it isn't a version.
    init?(cached text: String?) {
        guard let text, let values = try? PlainValue(json: Array(text.utf8), maximumDepth: 2, maximumValues: 16),
            let address = values["address"]?.stringValue.flatMap({ try? AdAddress($0) })
        else { return nil }
        self.init(
            address: address,
            entityTag: values["tag"]?.stringValue,
            lastModified: values["modified"]?.stringValue,
            checked: min(max(values["checked"]?.intValue ?? 0, -1 << 40), 1 << 40)
        )
    }

    /// The text to cache with the file.
    var cached: String {
        var values: [String: PlainValue] = ["address": .string("\(address)"), "checked": .int(checked)]
        values["tag"] = entityTag.map { .string($0) }
        values["modified"] = lastModified.map { .string($0) }
        return PlainValue.dictionary(values).json
    }
}
