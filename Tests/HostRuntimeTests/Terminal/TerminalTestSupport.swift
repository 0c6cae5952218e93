import TestSupport

@testable import HostRuntime

extension InputParser {
    /// Returns the events of bytes that arrive together.
    static func events(_ text: String) -> [InputEvent] {
        var parser = InputParser()
        return parser.parse(Array(text.utf8))
    }

    /// Returns the names of the keys that were typed, and the other events as they are.
    static func keys(_ text: String) -> [String] {
        events(text).map { if case .key(let key) = $0 { "\(key)" } else { "\($0)" } }
    }

    /// Returns the events of bytes before and after a pause that gives up what is pending.
    static func events(_ start: String, pause rest: String) -> [InputEvent] {
        var parser = InputParser()
        var events = parser.parse(Array(start.utf8))
        while parser.silence != nil { events += parser.flush() }
        events += parser.parse(Array(rest.utf8))
        while parser.silence != nil { events += parser.flush() }
        return events
    }

    /// Bytes with a meaning for the parser are frequent, so that its deeper states are reached.
    static func noise(_ generator: inout SeededGenerator, count: Int) -> [UInt8] {
        let pieces = [
            "\u{1B}", "\u{1B}[", "\u{1B}[<", "\u{1B}O", "\u{1B}]11;rgb:", "\u{1B}P", "\u{1B}\\", "\u{1B}[200~",
            "\u{1B}[201~",
            "\u{1B}[201", "0;5;5M", ";", "1", "~", "u", "M", "m", "\u{7}", "é", "🎈", "a", "\r", "\u{1B}[M", "\u{1B}[[",
            "$y", "?",
        ].map { Array($0.utf8) }
        var bytes: [UInt8] = []
        while bytes.count < count {
            if Int.random(in: 0..<4, using: &generator) == 0 {
                bytes.append(UInt8.random(in: 0...255, using: &generator))
            } else {
                bytes += pieces.randomElement(using: &generator) ?? []
            }
        }
        return bytes
    }
}
