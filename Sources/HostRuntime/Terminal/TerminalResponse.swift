/// A terminal's answer to one of the queries of `TerminalCapabilities`.
enum TerminalResponse: Hashable, Sendable {
    /// DA1: the kind of terminal. Every terminal answers this query, so it marks the end of the answers.
    case deviceAttributes([Int])

    /// DECRPM: the state of a private mode; 0 is unknown, 1 set, 2 reset, 3 always set, 4 always reset.
    case mode(Int, state: Int)

    /// The flags of the kitty keyboard protocol that are on.
    case kittyKeyboard(flags: Int)

    /// OSC 10: the default colour of text.
    case foreground(TerminalRGB)

    /// OSC 11: the default colour behind text.
    case background(TerminalRGB)
}

/// A colour as a terminal reports it, with 8 bits per channel.
struct TerminalRGB: Hashable, Sendable {
    /// The red channel.
    var red: UInt8

    /// The green channel.
    var green: UInt8

    /// The blue channel.
    var blue: UInt8
}

extension TerminalRGB {
    /// Creates a colour from X11's notation: `rgb:1/22/fff`, `rgba:…` without its alpha, or `#rrggbb`.
    init?(x11 text: Substring) {
        var channels: [Substring]
        if text.hasPrefix("#"), (text.utf8.count - 1) % 3 == 0 {
            let digits = text.dropFirst()
            let width = digits.count / 3
            channels = [digits.prefix(width), digits.dropFirst(width).prefix(width), digits.suffix(width)]
        } else if text.hasPrefix("rgb:") || text.hasPrefix("rgba:") {
            channels = text.drop { $0 != ":" }.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
        } else {
            return nil
        }
        guard channels.count == 3 || (channels.count == 4 && text.hasPrefix("rgba:")) else { return nil }
        let values = channels.prefix(3).compactMap(TerminalRGB.channel)
        guard values.count == 3 else { return nil }
        self.init(red: values[0], green: values[1], blue: values[2])
    }

    /// Returns a channel from one to four hexadecimal digits, a fraction of the largest number with as many digits.
    private static func channel(_ digits: Substring) -> UInt8? {
        guard (1...4).contains(digits.utf8.count), let value = UInt16(digits, radix: 16), digits.first != "+" else {
            return nil
        }
        let largest = (UInt32(1) << (4 * UInt32(digits.utf8.count))) - 1
        return UInt8((UInt32(value) * 255 + largest / 2) / largest)
    }
}
