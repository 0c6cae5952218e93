import Foundation
import TestSupport
import Testing

@testable import HostBase
@testable import HostRuntime
@testable import Scenarios

/// The file that `report` writes.
@MainActor @Suite(.tags(.program)) struct ReportRunTests {
    private final class Weather: HostApplication {
        nonisolated static let name = "weather"
        nonisolated static let version = "1.2"

        init(host: AppHost) {}
    }

    private let folder: StoreFolder
    private let date = Date(timeIntervalSince1970: 1_700_000_000)

    init() throws {
        folder = try StoreFolder()
    }

    private func write(to file: String = "report.tar", replaces: Bool = false) throws -> String {
        let options = try HostOptions(arguments: ["--state", folder.path])
        let folders = ProgramFolders(options, program: "weather", environment: [:])
        return try ReportRun(Weather.self, folders, nil)
            .write(to: "\(folder.path)/\(file)", replaces: replaces, doctor: "all is well", date: date)
    }

    private func contents(_ file: String = "report.tar") throws -> String {
        String(decoding: try Data(contentsOf: URL(filePath: "\(folder.path)/\(file)")), as: UTF8.self)
    }

    @Test func `it says where the report is and what is in it, with sizes`() throws {
        let text = try write()

        #expect(text.hasPrefix("The report is \(folder.path)/report.tar ("))
        for part in ["versions", "doctor", "log", "journal", "recording"] { #expect(text.contains("\n  \(part).txt ")) }
    }

    @Test func `it has the log, what the plugins lack, the versions and the last recording`() throws {
        try folder.write("older\n", to: "log.old")
        try folder.write("2026 [7] error  host  it failed\n", to: "log")
        try FileManager.default.createDirectory(atPath: "\(folder.path)/recordings", withIntermediateDirectories: true)
        try folder.write("key f1\n", to: "recordings/2026-01-01T000000Z-1.txt")
        try folder.write("key f2\nkey b\n", to: "recordings/2026-02-01T000000Z-1.txt")

        _ = try write()

        let text = try contents()
        for part in ["older\n2026 [7] error  host  it failed\n", "all is well\n", "weather 1.2\n", "key f2\nkey •\n"] {
            #expect(text.contains(part))
        }
        #expect(!text.contains("key f1"))
    }

    @Test func `where there is nothing yet, the report says so`() throws {
        _ = try write()

        let text = try contents()
        for part in ["There is no log", "no recording of a crash", "none has ended badly"] {
            #expect(text.contains(part))
        }
    }

    @Test func `a secret that the program keeps is nowhere in it`() throws {
        try FileManager.default.createDirectory(atPath: "\(folder.path)/secrets", withIntermediateDirectories: true)
        try folder.write(#"{"session": {"id": "zx81-spectrum"}}"#, to: "secrets/shop.json")
        try folder.write("logged in as zx81-spectrum with token=q1w2\n", to: "log")

        _ = try write()

        #expect(try contents().contains("logged in as ••• with token=•••\n"))
    }

    @Test func `it is for its user alone`() throws {
        _ = try write()

        let attributes = try FileManager.default.attributesOfItem(atPath: "\(folder.path)/report.tar")
        #expect(attributes[.posixPermissions] as? Int == 0o600)
    }

    @Test func `a file that is there stays, unless it's to be replaced`() throws {
        try folder.write("mine", to: "report.tar")

        let error = #expect(throws: HostProgramError.self) { try write() }
        #expect(error?.status == .cannotCreate)
        let wayOut = "there is one already; name another file, or add --replace to the command 'report'"
        #expect(error?.text.hasSuffix(wayOut) == true)
        #expect(try contents() == "mine")

        _ = try write(replaces: true)
        #expect(try contents().hasPrefix("weather-report-20231114T221320/README.txt\0"))
        #expect(folder.names.filter { $0.hasSuffix(".new") } == [])
    }

    @Test func `what killed processes have left beside it is removed, and what others write is not`() throws {
        let mine = ProcessInfo.processInfo.processIdentifier
        for process in [mine, 1, 99_999_999] { try folder.write("half", to: ".weather-report.\(process).new") }
        for name in [".weather-report.x.new", ".other-report.99999999.new"] { try folder.write("", to: name) }

        _ = try write()

        #expect(
            Set(folder.names.filter { $0.hasSuffix(".new") }) == [
                ".weather-report.1.new", ".weather-report.x.new", ".other-report.99999999.new",
            ]
        )
    }

    @Test(arguments: [("folder", "a folder"), ("pipe", "a device or a pipe")])
    func `only a file is replaced`(name: String, kind: String) throws {
        try FileManager.default.createDirectory(atPath: folder.file("folder"), withIntermediateDirectories: false)
        try #require(mkfifo(folder.file("pipe"), 0o600) == 0)

        let error = #expect(throws: HostProgramError.self) { try write(to: name, replaces: true) }

        #expect(error?.text == "the report '\(folder.path)/\(name)' can't be written: there is \(kind)")
        #expect(error?.status == .cannotCreate)
    }

    @Test func `of a link, the file that it leads to is replaced`() throws {
        try folder.write("mine", to: "other.tar")
        try FileManager.default.createSymbolicLink(atPath: folder.file("report.tar"), withDestinationPath: "other.tar")

        #expect(try write(replaces: true).contains("\(folder.path)/other.tar ("))

        #expect(try contents("other.tar").hasPrefix("weather-report-"))
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: folder.file("report.tar")) == "other.tar")
    }

    @Test func `a name can't control the terminal`() throws {
        #expect(try write(to: "a\u{1B}[31mb.tar").hasPrefix(#"The report is \#(folder.path)/a\u{1B}[31mb.tar ("#))
    }

    @Test func `a folder that isn't there is an error that names the file`() throws {
        let error = #expect(throws: HostProgramError.self) { try write(to: "none/report.tar") }
        #expect(error?.text.hasPrefix("the report '\(folder.path)/none/report.tar' can't be written: ") == true)
    }

    @Test func `a log of any size makes a report of a bounded one, with the newest lines`() throws {
        let line = String(repeating: "x", count: 99) + "\n"
        try folder.write(String(repeating: line, count: 40_000) + "the end\n", to: "log")

        _ = try write()

        let text = try contents()
        #expect(text.utf8.count < 2 << 20 && text.contains("the end\n"))
    }
}
