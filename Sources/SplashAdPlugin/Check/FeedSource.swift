import FoundationEssentials
import HostRuntime

/// Where a feed that is checked comes from: a server, or a file.
///
/// The folder of a file stands for the root of an https server, so that relative
/// addresses in it are files below that folder.
struct FeedSource: Hashable, Sendable {
    /// The address without secrets, or the path, with which findings begin.
    let name: String

    /// The feed's address; for a file, that of a server that doesn't exist.
    let address: HTTPAddress

    /// The path of a file; nil for an address.
    let path: String?

    init(_ text: String) throws(HTTPAddressError) {
        let isAddress = text.contains("://")
        address = try HTTPAddress(isAddress ? text : "https://server.invalid/feed.json")
        path = isAddress ? nil : text
        name = isAddress ? "\(address)".hidingSecrets : text
    }

    /// Returns the path of a file at an address, if it's below the folder of the feed's.
    func path(of address: HTTPAddress) -> String? {
        guard let path, address.url.host() == self.address.url.host() else { return nil }
        // As the system splits it: a slash with an accent after it is one `Character`.
        let names = address.url.path(percentEncoded: false).utf8.split(separator: UInt8(ascii: "/"))
            .map { String(Substring($0)) }
        // They would lead out of the folder, where they are escaped.
        guard !names.contains(".."), !names.contains(where: { $0.utf8.contains(0) }) else { return nil }
        let folder = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { path[...$0] } ?? ""
        return folder + names.joined(separator: "/")
    }

    /// Returns the path of a file at an address, or the address without secrets.
    func name(of address: HTTPAddress) -> String { path(of: address) ?? "\(address)".hidingSecrets }

    /// Returns the bytes of the feed, or of a file at an address in it, and the address that answered.
    ///
    /// What it fetches isn't kept, and costs nothing of the day's budget.
    @MainActor func bytes(
        at address: HTTPAddress,
        atMost limit: Int,
        over session: FetchSession,
        counting meter: ByteMeter = ByteMeter(),
        in context: PluginContext
    ) async throws -> ([UInt8], HTTPAddress) {
        if let path = address == self.address ? path : path(of: address) {
            return (try await context.tasks.perform { try FeedSource.read(path, atMost: limit) }, address)
        }
        let response = try await session.fetch(FetchRequest(address, maximumBytes: limit, meter: meter))
        guard case .found(let bytes, let version) = response else { throw FetchError("\(address)", .status(304)) }
        return (bytes, version.address)
    }

    /// Reads a file with a limit in bytes, and nothing that may never end, such as a pipe or a device.
    static func read(_ path: String, atMost limit: Int) throws(FeedFileError) -> [UInt8] {
        let url = URL(filePath: path).resolvingSymlinksInPath()
        guard let attributes = try? FileManager.default.attributesOfItem(atPath: url.path(percentEncoded: false)),
            let size = attributes[.size] as? UInt
        else { throw FeedFileError("there is no such file") }
        guard attributes[.type] as? FileAttributeType == .typeRegular else {
            throw FeedFileError("it is a folder, a pipe or a device, and not a file")
        }
        guard size <= limit else { throw FeedFileError("the file is over \(limit) bytes") }
        guard let data = try? Data(contentsOf: url) else { throw FeedFileError("the file can't be read") }
        return Array(data)
    }
}

/// The reason why a file isn't read.
struct FeedFileError: Error, Hashable, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}
