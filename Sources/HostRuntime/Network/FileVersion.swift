/// The version of a file that a server sent, with which it can be asked for a newer one.
public struct FileVersion: Hashable, Sendable {
    /// The address that answered, which differs from the requested one after a redirect.
    public var address: HTTPAddress

    /// The server's tag.
    public var entityTag: String?

    /// The date of its last change, as the server wrote it.
    public var lastModified: String?

    /// The seconds for which the server needn't be asked again, at most a day.
    public var freshSeconds: Int

    /// Creates a version.
    public init(
        address: HTTPAddress,
        entityTag: String? = nil,
        lastModified: String? = nil,
        freshSeconds: Int = 0
    ) {
        self.address = address
        self.entityTag = entityTag
        self.lastModified = lastModified
        self.freshSeconds = freshSeconds
    }
}

// MARK: - In a store

extension FileVersion {
    /// Reads a stored version; nil if the value isn't one.
    public init?(_ value: PlainValue) {
        guard let address = value["address"]?.stringValue.flatMap({ try? HTTPAddress($0) }) else { return nil }
        self.init(
            address: address,
            entityTag: value["tag"]?.stringValue,
            lastModified: value["modified"]?.stringValue
        )
    }

    /// The values to store with the file, without the time for which it's fresh.
    public var stored: [String: PlainValue] {
        var values: [String: PlainValue] = ["address": .string("\(address)")]
        values["tag"] = entityTag.map { .string($0) }
        values["modified"] = lastModified.map { .string($0) }
        return values
    }
}
