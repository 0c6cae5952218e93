import Foundation
import Testing

@testable import HostBase

@Suite struct ProcessEnvironmentTests {
    @Test func `the variables are those that Foundation reads`() throws {
        #expect(ProcessEnvironment.all == ProcessInfo.processInfo.environment)
        let path = try #require(ProcessInfo.processInfo.environment["PATH"])
        #expect(ProcessEnvironment.variables(["PATH", "no such variable"]) == ["PATH": path])
    }

    @Test(arguments: [("A=b", "A", "b"), ("A=", "A", ""), ("A=b=c", "A", "b=c"), ("A=\u{301}x", "A", "\u{301}x")])
    func `a variable is split at its first equals sign`(entry: String, name: String, value: String) throws {
        let parts = try #require(ProcessEnvironment.parts(of: entry))

        #expect(parts == (name, value))
    }

    @Test func `the arguments are those that the system keeps`() {
        #expect(!ProcessArguments.all.isEmpty && ProcessArguments.all == CommandLine.arguments)
    }
}
