import Foundation
import Testing

@testable import HostBase

@Suite struct ProcessEnvironmentTests {
    @Test func `the variables are those that Foundation reads`() throws {
        #expect(ProcessEnvironment.all == ProcessInfo.processInfo.environment)
        let path = try #require(ProcessInfo.processInfo.environment["PATH"])
        #expect(ProcessEnvironment.variables(["PATH", "no such variable"]) == ["PATH": path])
    }

    @Test func `the arguments are those that the system keeps`() {
        #expect(!ProcessArguments.all.isEmpty && ProcessArguments.all == CommandLine.arguments)
    }
}
