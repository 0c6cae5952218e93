import Testing

@testable import HostRuntime

@Suite struct ErrorTextTests {
    @Test func `an error's lines stay lines, and names in them cannot hide`() {
        let error = HostProgramError(status: .dataError, text: "the script 'a\u{202E}b',\nline 1\u{1B}[2J")

        #expect(error.text == "the script 'a\\u{202E}b',\nline 1\\u{1B}[2J")
    }
}
