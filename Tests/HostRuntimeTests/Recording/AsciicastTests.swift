import FoundationEssentials
import Testing

@testable import HostRuntime

@Suite struct AsciicastTests {
    private func output(_ cast: inout Asciicast, _ bytes: [UInt8], at time: Duration = .zero) -> String? {
        bytes.withUnsafeBytes { cast.output($0, at: time) }
    }

    @Test func `the header has the version, the size and the time`() {
        let header = Asciicast.header(
            size: Size(width: 100, height: 30),
            date: Date(timeIntervalSince1970: 1_795_253_400.9),
            title: "shop \"1\""
        )

        #expect(
            header == #"{"height":30,"timestamp":1795253400,"title":"shop \"1\"","version":2,"width":100}"# + "\n"
        )
    }

    @Test func `output is an event with its time and its text as JSON`() {
        var cast = Asciicast()

        #expect(
            output(&cast, Array("\u{1B}[1mé\r\n".utf8), at: .microseconds(1_000_250))
                == #"[1.000250, "o", "\u001b[1mé\r\n"]"# + "\n"
        )
    }

    @Test func `a character is never split between two events`() {
        var cast = Asciicast()
        let bytes = Array("a👍b".utf8)

        let events = bytes.map { output(&cast, [$0]) }

        #expect(events.compactMap(\.self) == ["a", "👍", "b"].map { "[0.000000, \"o\", \"\($0)\"]\n" })
    }

    @Test func `bytes that are no text don't stop the playback`() {
        var cast = Asciicast()

        #expect(output(&cast, [0xFF, 0x61]) == "[0.000000, \"o\", \"\u{FFFD}a\"]\n")
        #expect(output(&cast, [0x80, 0x80, 0x80, 0x80]) != nil)
    }

    @Test func `a change of size is an event of its own`() {
        #expect(
            Asciicast.resize(to: Size(width: 90, height: 20), at: .seconds(61)) == "[61.000000, \"r\", \"90x20\"]\n"
        )
    }
}
