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
            header == #"{"term":{"cols":100,"rows":30},"timestamp":1795253400,"title":"shop \"1\"","version":3}"# + "\n"
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
        var cast = Asciicast()

        #expect(cast.resize(to: Size(width: 90, height: 20), at: .seconds(61)) == "[61.000000, \"r\", \"90x20\"]\n")
    }

    @Test func `an event has the time since the one before, whatever it is`() {
        var cast = Asciicast()

        _ = output(&cast, [0x61], at: .milliseconds(1500))

        #expect(cast.marker("key q", at: .seconds(2)) == "[0.500000, \"m\", \"key q\"]\n")
        #expect(cast.end(at: .seconds(2)).hasPrefix("[0.000000, "))
    }
}
