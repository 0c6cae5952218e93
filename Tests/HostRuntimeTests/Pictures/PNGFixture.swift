import Foundation
import Testing

@testable import HostRuntime

/// A PNG file and the pixels that libpng decodes.
struct PNGFixture: CustomTestStringConvertible {
    let name: String
    let bytes: [UInt8]
    let expected: Picture

    var testDescription: String { name }

    /// All files, in the order of their names; empty if they can't be read.
    static let all: [PNGFixture] = {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures")
        guard let text = try? String(contentsOf: folder.appending(path: "expected.txt"), encoding: .utf8) else {
            return []
        }
        let lines = text.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
        var pixels: [String: [UInt8]] = [:]
        for line in lines where !line[3].hasPrefix("=") { pixels[line[0]] = bytes(ofHexadecimal: line[3]) }
        return lines.compactMap { line in
            let source = line[3].hasPrefix("=") ? String(line[3].dropFirst()) : line[0]
            guard let width = Int(line[1]), let height = Int(line[2]), let pixels = pixels[source],
                let expected = Picture(width: width, height: height, pixels: pixels),
                let data = try? Data(contentsOf: folder.appending(path: "\(line[0]).png"))
            else { return nil }
            return PNGFixture(name: line[0], bytes: [UInt8](data), expected: expected)
        }
    }()

    private static func bytes(ofHexadecimal text: String) -> [UInt8] {
        let digits = text.utf8.map { $0 < 58 ? $0 - 48 : $0 - 87 }
        return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    }
}
