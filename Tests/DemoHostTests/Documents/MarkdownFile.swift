import Foundation

/// A document of the package, and the fenced blocks in it.
struct MarkdownFile: CustomStringConvertible {
    /// A fenced block, with the hidden comment that stands directly above it.
    struct Block {
        /// The file and the line of the block's first line of content.
        let file: String
        let line: Int

        /// The word behind the opening fence; empty where there is none.
        let language: String

        /// The content, with a line break at its end.
        let code: String

        /// The text of the comment: `script --safe-mode` of `<!-- script --safe-mode -->`.
        let note: String

        /// The first word of the comment.
        var kind: String { note.split(whereSeparator: \.isWhitespace).first.map(String.init) ?? "" }

        /// The words of the comment behind the first.
        var options: [String] { note.split(whereSeparator: \.isWhitespace).dropFirst().map(String.init) }
    }

    /// The path in the package.
    let path: String
    let text: String

    var description: String { path }

    /// The documents that describe the package to its users.
    static func all() throws -> [MarkdownFile] {
        let catalog = "Sources/HostRuntime/HostRuntime.docc"
        let files = FileManager.default
        let folders = try ["Documentation", catalog].flatMap { folder in
            try files.contentsOfDirectory(atPath: Program.package.appendingPathComponent(folder).path)
                .filter { $0.hasSuffix(".md") }.sorted().map { "\(folder)/\($0)" }
        }
        let examples = ["almanac", "feed", "ladder", "notes"].map { "Examples/\($0)/README.md" }
        return try (["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md"] + folders + examples).map(MarkdownFile.init)
    }

    init(_ path: String) throws {
        let data = try Data(contentsOf: Program.package.appendingPathComponent(path))
        self.path = path
        text = String(decoding: data, as: UTF8.self)
    }

    /// The fenced blocks in the order of the text.
    var blocks: [Block] {
        var blocks: [Block] = []
        let lines = text.components(separatedBy: "\n")
        var index = 0
        while index < lines.count {
            defer { index += 1 }
            guard lines[index].hasPrefix("```") else { continue }
            let begin = index + 1
            guard let end = lines[begin...].firstIndex(where: { $0.hasPrefix("```") }) else { break }
            blocks.append(
                Block(
                    file: path,
                    line: begin + 1,
                    language: String(lines[index].dropFirst(3)),
                    code: lines[begin..<end].map { $0 + "\n" }.joined(),
                    note: comment(endingAbove: index, in: lines)
                )
            )
            index = end
        }
        return blocks
    }

    /// The content of an HTML comment of one or more lines that ends on the line above another.
    private func comment(endingAbove index: Int, in lines: [String]) -> String {
        guard index > 0, lines[index - 1].hasSuffix("-->") else { return "" }
        guard let begin = lines[..<index].lastIndex(where: { $0.hasPrefix("<!--") }) else { return "" }
        let comment = lines[begin..<index].joined(separator: "\n")
        return comment.dropFirst(4).dropLast(3).trimmingCharacters(in: .whitespacesAndNewlines)
    }
}
