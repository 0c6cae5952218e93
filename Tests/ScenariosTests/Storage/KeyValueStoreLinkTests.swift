import Foundation
import TestSupport
import Testing

@testable import HostBase
@testable import Scenarios

/// A store whose file a person keeps elsewhere, and has linked.
@Suite(.tags(.scenarios)) struct KeyValueStoreLinkTests {
    private let folder: StoreFolder
    private let elsewhere: StoreFolder

    init() throws {
        folder = try StoreFolder()
        elsewhere = try StoreFolder()
    }

    private func link(_ name: String = "counts.json", to target: String) throws {
        try FileManager.default.createSymbolicLink(atPath: folder.file(name), withDestinationPath: target)
    }

    private var isLink: Bool { (try? FileStatus(at: folder.file("counts.json")))?.kind == .symbolicLink }

    @Test func `a link of the person's is followed, and the file that it leads to is replaced`() throws {
        try elsewhere.write(#"{"count":41}"#, to: "kept.json")
        try link(to: elsewhere.file("kept.json"))
        let store = folder.store()

        store.add(1, to: "count")

        #expect(isLink)
        #expect(elsewhere.text("kept.json") == #"{"count":42}"#)
        #expect(folder.store().value("count") == 42)
        #expect(store.value("count") == 42)
        #expect(folder.names == ["counts.json", "counts.lock"])
        #expect(elsewhere.names == ["kept.json"])
        #expect(folder.problems == [])
    }

    @Test func `a chain of relative links to a file that isn't there yet makes the file`() throws {
        try link(to: "other.json")
        try link("other.json", to: "../\(elsewhere.path.fileName)/new/counts.json")

        folder.store().add(1, to: "count")

        #expect(isLink)
        #expect(elsewhere.text("new/counts.json") == #"{"count":1}"#)
    }

    @Test(arguments: ["my private key", "", "[1]"])
    func `what a link leads to and isn't a store is reported and left alone`(content: String) throws {
        try elsewhere.write(content, to: "key")
        try link(to: elsewhere.file("key"))
        let store = folder.store()

        store.add(1, to: "count")

        #expect(folder.kinds == [.unreadable])
        #expect(folder.problems.first?.reason.hasPrefix("its link leads to '\(elsewhere.file("key"))': ") == true)
        #expect(isLink)
        #expect(elsewhere.names == ["key"])
        #expect(elsewhere.text("key") == content)
        #expect(store.value("count") == 1)
    }

    @Test func `a link to what is not a file is reported, and nothing is moved`() throws {
        try FileManager.default.createDirectory(atPath: elsewhere.file("folder"), withIntermediateDirectories: false)
        try link(to: elsewhere.file("folder"))

        folder.store().add(1, to: "count")

        #expect(folder.kinds == [.unreadable])
        #expect(isLink)
    }

    @Test func `a link that leads nowhere but to itself is set aside`() throws {
        try link(to: "counts.json")

        folder.store().add(1, to: "count")

        #expect(folder.kinds == [.damaged])
        #expect(folder.text("counts.json") == #"{"count":1}"#)
    }
}
