package import Foundation

/// A folder with files that a test reads and writes by name.
package protocol TestFolder: Sendable {
    var path: String { get }
}

extension TestFolder {
    package var url: URL { URL(filePath: path) }

    /// The names of everything in the folder, sorted.
    package var names: [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
    }

    /// Returns the path of a file in the folder.
    package func file(_ name: String) -> String { "\(path)/\(name)" }

    package func text(_ name: String) -> String? {
        FileManager.default.contents(atPath: file(name)).map { String(decoding: $0, as: UTF8.self) }
    }

    package func write(_ text: String, to name: String) throws {
        try write(Array(text.utf8), to: name)
    }

    package func write(_ bytes: [UInt8], to name: String) throws {
        try Data(bytes).write(to: URL(filePath: file(name)))
    }

    package func permissions(of name: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: file(name))[.posixPermissions] as? Int
    }

    package func remove(_ name: String) throws {
        try FileManager.default.removeItem(atPath: file(name))
    }
}

/// An empty folder for one test, which is removed when the test releases it.
package final class TemporaryFolder: TestFolder {
    package let path: String

    /// Creates the folder; a failure surfaces on first use.
    package init() {
        path = FileManager.default.temporaryDirectory.appending(path: "test-\(UUID())").path
        try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }
}
