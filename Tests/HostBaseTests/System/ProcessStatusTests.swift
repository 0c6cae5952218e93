import Glibc
import Testing

@testable import HostBase

@Suite struct ProcessStatusTests {
    private static func text(name: String = "name", state: String = "S") -> [UInt8] {
        Array("7 (\(name)) \(state) \((4...30).map(String.init).joined(separator: " "))\n".utf8)
    }

    @Test(arguments: ["demo-host", "a) b (c", "a\nb", "", "\u{301}accent"])
    func `a name may have any characters and hides nothing after it`(name: String) {
        let status = ProcessStatus(ProcessStatusTests.text(name: name))

        #expect(status?.start == 22)
    }

    @Test(arguments: [("S", false), ("T", false), ("Z", true), ("X", true)])
    func `the state tells whether a process has ended`(state: String, hasEnded: Bool) {
        let status = ProcessStatus(ProcessStatusTests.text(state: state))

        #expect(status?.hasEnded == hasEnded)
    }

    @Test(arguments: ["", "7 name S 1", ") 7 (", "("])
    func `another text is no status`(text: String) {
        #expect(ProcessStatus(Array(text.utf8)) == nil)
    }

    @Test func `a text that ends early has no start`() {
        #expect(ProcessStatus(Array("7 (name) S 1 2".utf8))?.start == nil)
        #expect(ProcessStatus(Array("7 (name)".utf8))?.hasEnded == false)
    }

    @Test func `the status of this process can be read, and that of none can't`() {
        #expect(ProcessStatus.of(Int(getpid()))?.hasEnded == false)
        #expect(ProcessStatus.of(-1) == nil)
    }
}
