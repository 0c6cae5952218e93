import Foundation

/// A program that runs with a plugin folder, and the end of its log.
struct RunningProgram {
    /// The program's name and its process.
    private let name: String
    private let process: String
    private let log: FileHandle

    /// Returns the programs that were started with a folder as `--plugin-path` and have a log.
    static func all(watching folder: URL) -> [RunningProgram] {
        let files = FileManager.default
        let folder = folder.resolvingSymlinksInPath().path
        func target(_ path: String) -> String { (try? files.destinationOfSymbolicLink(atPath: path)) ?? "" }
        func names(_ path: String) -> [String] { (try? files.contentsOfDirectory(atPath: path)) ?? [] }

        return names("/proc").filter { Int($0) != nil }.compactMap { process in
            let file = FileHandle(forReadingAtPath: "/proc/\(process)/cmdline")
            let arguments = String(decoding: file?.readDataToEndOfFile() ?? Data(), as: UTF8.self)
                .replacing("--plugin-path=", with: "--plugin-path\0").split(separator: "\0").map(String.init)
            let place = URL(fileURLWithPath: target("/proc/\(process)/cwd"), isDirectory: true)
            let isWatching = zip(arguments, arguments.dropFirst()).contains { option, path in
                option == "--plugin-path"
                    && URL(fileURLWithPath: path, relativeTo: place).resolvingSymlinksInPath().path == folder
            }
            // 'swift run' has the same arguments, and no log.
            guard isWatching, let name = arguments.first.map({ URL(fileURLWithPath: $0).lastPathComponent }),
                let log = names("/proc/\(process)/fd").map({ "/proc/\(process)/fd/\($0)" })
                    .first(where: { target($0).hasSuffix("/log") }).flatMap(FileHandle.init(forReadingAtPath:))
            else { return nil }
            log.seekToEndOfFile()
            return RunningProgram(name: "\(name) (process \(process))", process: process, log: log)
        }
    }

    /// Returns what the program says about a library that was just written; throws if it doesn't take it.
    func answer(about library: URL) throws -> String {
        var text = ""
        for _ in 0..<200 {
            text += String(decoding: log.availableData, as: UTF8.self)
            for line in text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
            where line.contains("[\(process)]") && line.contains("the library '")
                && line.contains("/\(library.lastPathComponent)' ")
            {
                let answer = "\(name): \(line.firstRange(of: "  host  ").map { line[$0.upperBound...] } ?? line)"
                guard answer.contains(": it runs '") else { throw LivePluginError.refused(answer) }
                return answer
            }
            guard FileManager.default.fileExists(atPath: "/proc/\(process)/cwd") else { break }
            Thread.sleep(forTimeInterval: 0.05)
        }
        throw LivePluginError.noAnswer(name)
    }
}
