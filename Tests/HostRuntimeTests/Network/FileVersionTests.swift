import Testing

@testable import HostRuntime

@Suite struct FileVersionTests {
    @Test func `a stored version is the same version, without the time for which it's fresh`() throws {
        var version = FileVersion(
            address: try HTTPAddress("https://a.example/x"),
            entityTag: "\"1\"",
            lastModified: "today",
            freshSeconds: 60
        )

        let read = FileVersion(.dictionary(version.stored))

        version.freshSeconds = 0
        #expect(read == version)
    }

    @Test(
        arguments: [.null, "x", [:], ["address": 5], ["address": "file:///etc/passwd"], ["tag": "1"]] as [PlainValue]
    )
    func `another value is no version`(value: PlainValue) {
        #expect(FileVersion(value) == nil)
    }
}
