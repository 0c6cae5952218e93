/// A terminal's colors, and what it makes of bold, faint and underlined text.
///
/// It knows nothing of the code whose output it shows; see `TerminalScreen`.
package struct TerminalTheme: Sendable, CustomStringConvertible {
    /// How a terminal draws attributes that it shows by colors.
    package enum Kind: Sendable {
        case plain
        /// Bold text in a plain color gets the bright one.
        case boldIsBright
        /// The kernel's console: bright is bold and stays so, and underlined, slanted and faint text has colors.
        case console
    }

    package let description: String
    let colors: [UInt32]
    let foreground: UInt32
    let background: UInt32
    package let kind: Kind

    private static let xterm: [UInt32] = [
        0x000000, 0xCD0000, 0x00CD00, 0xCDCD00, 0x0000EE, 0xCD00CD, 0x00CDCD, 0xE5E5E5,
        0x7F7F7F, 0xFF0000, 0x00FF00, 0xFFFF00, 0x5C5CFF, 0xFF00FF, 0x00FFFF, 0xFFFFFF,
    ]
    private static let vga: [UInt32] = [
        0x000000, 0xAA0000, 0x00AA00, 0xAA5500, 0x0000AA, 0xAA00AA, 0x00AAAA, 0xAAAAAA,
        0x555555, 0xFF5555, 0x55FF55, 0xFFFF55, 0x5555FF, 0xFF55FF, 0x55FFFF, 0xFFFFFF,
    ]
    private static let solarized: [UInt32] = [
        0x073642, 0xDC322F, 0x859900, 0xB58900, 0x268BD2, 0xD33682, 0x2AA198, 0xEEE8D5,
        0x002B36, 0xCB4B16, 0x586E75, 0x657B83, 0x839496, 0x6C71C4, 0x93A1A1, 0xFDF6E3,
    ]

    /// The usual themes.
    package static let usual = [
        TerminalTheme("xterm, black on white", xterm, 0x000000, 0xFFFFFF),
        TerminalTheme("xterm, bold is bright", xterm, 0xE5E5E5, 0x000000, .boldIsBright),
        TerminalTheme("VGA", vga, 0xAAAAAA, 0x000000, .boldIsBright),
        TerminalTheme("Linux console", vga, 0xAAAAAA, 0x000000, .console),
        TerminalTheme("Solarized dark", solarized, 0x839496, 0x002B36),
        TerminalTheme("Solarized light", solarized, 0x657B83, 0xFDF6E3, .boldIsBright),
    ]

    private init(
        _ name: String,
        _ colors: [UInt32],
        _ foreground: UInt32,
        _ background: UInt32,
        _ kind: Kind = .plain
    ) {
        (description, self.colors, self.foreground, self.background, self.kind) =
            (name, colors, foreground, background, kind)
    }

    /// The contrast of the terminal's own colors, which a program without colors has for its text.
    package var ownContrast: Double { TerminalTheme.contrast(foreground, background) }

    /// Returns the contrast of two colors as WCAG 2 defines it.
    package static func contrast(_ a: UInt32, _ b: UInt32) -> Double {
        let light = [light(a), light(b)]
        return (max(light[0], light[1]) + 0.05) / (min(light[0], light[1]) + 0.05)
    }

    /// Returns the relative luminance of a color.
    package static func light(_ rgb: UInt32) -> Double {
        0.2126 * linear(rgb >> 16) + 0.7152 * linear(rgb >> 8) + 0.0722 * linear(rgb)
    }

    private static func linear(_ channel: UInt32) -> Double { amounts[Int(channel & 0xFF)] }

    private static let amounts = (0..<256).map { step in
        let value = Double(step) / 255
        guard value > 0.04045 else { return value / 12.92 }
        // The power of 2.4: the fifth root of the twelfth power.
        let base = (value + 0.055) / 1.055
        let power = (0..<12).reduce(1.0) { product, _ in product * base }
        return (0..<60).reduce(1.0) { root, _ in (4 * root + power / (root * root * root * root)) / 5 }
    }
}

/// A cell as a terminal shows it.
package struct ShownCell: Hashable, Sendable {
    package var character: Character
    package var foreground: UInt32
    package var background: UInt32

    package var contrast: Double { TerminalTheme.contrast(foreground, background) }

    /// Whether the glyph is a block or a line, of which frames, bars and pictures are made.
    package var isFrame: Bool {
        guard let first = character.unicodeScalars.first?.value else { return true }
        return 0x2500...0x259F ~= first || 0x2800...0x28FF ~= first
    }

    /// Whether the glyph is a geometric shape: a mark beside the word that it stands for.
    package var isMark: Bool { 0x25A0...0x25FF ~= character.unicodeScalars.first?.value ?? 0 }
}

/// The screen of a terminal, as the output of a display fills it; each character takes one column.
package struct TerminalScreen: Sendable {
    /// The cells, row by row.
    package private(set) var cells: [ShownCell]

    private let theme: TerminalTheme
    private let width: Int
    private var pen = TerminalTheme.Pen()
    private var (x, y) = (0, 0)

    package init(_ theme: TerminalTheme, width: Int, height: Int) {
        (self.theme, self.width) = (theme, width)
        let blank = ShownCell(character: " ", foreground: theme.foreground, background: theme.background)
        cells = Array(repeating: blank, count: width * height)
    }

    /// The distinct cells without spaces.
    package var glyphs: Set<ShownCell> { Set(cells.filter { $0.character != " " }) }

    package mutating func receive(_ output: String) {
        // After each escape sequence comes text in one style.
        for (number, part) in output.utf8.split(separator: 0x1B, omittingEmptySubsequences: false).enumerated() {
            var text = part
            if number > 0 {
                let parameters = part.dropFirst().prefix { !(0x40...0x7E ~= $0) }
                text = part.dropFirst(parameters.count + 1)
                perform(text.popFirst(), Substring(parameters))
            }
            draw(Substring(text))
        }
    }

    private mutating func perform(_ final: UInt8?, _ parameters: Substring) {
        let numbers = parameters.split(separator: ";", omittingEmptySubsequences: false).map { Int($0) }
        let first = numbers[0] ?? 1
        switch final.map({ Character(Unicode.Scalar($0)) }) {
        case "m": pen.set(numbers.map { $0 ?? 0 }, theme.kind)
        case "H": (x, y) = ((numbers.count > 1 ? numbers[1] ?? 1 : 1) - 1, first - 1)
        case "B": y += first
        case "C": x += first
        case "D": x -= first
        default: break
        }
    }

    private mutating func draw(_ text: Substring) {
        let (front, back) = theme.colors(of: pen)
        for character in text {
            switch character {
            case "\n": y += 1
            case "\r": x = 0
            case "\u{8}": x -= 1
            default:
                cells[y * width + x] = ShownCell(character: character, foreground: front, background: back)
                x += 1
            }
        }
    }
}

extension TerminalTheme {
    fileprivate enum Paint: Hashable {
        case own
        case index(Int)
        case exact(UInt32)
    }

    fileprivate struct Pen {
        var foreground = Paint.own
        var background = Paint.own
        var isBold = false
        var isFaint = false
        var isItalic = false
        var isUnderlined = false
        var isReversed = false

        mutating func set(_ codes: [Int], _ kind: Kind) {
            var rest = codes[...]
            while let code = rest.popFirst() {
                switch code {
                case 0: self = Pen()
                case 1: (isBold, isFaint) = (true, kind == .console ? false : isFaint)
                case 2: (isFaint, isBold) = (true, kind == .console ? false : isBold)
                case 3: isItalic = true
                case 4: isUnderlined = true
                case 7: isReversed = true
                case 22: (isBold, isFaint) = (false, false)
                case 23: isItalic = false
                case 24: isUnderlined = false
                case 27: isReversed = false
                case 30...37: foreground = .index(code - 30)
                case 38: foreground = paint(&rest)
                case 39: foreground = .own
                case 40...47: background = .index(code - 40)
                case 48: background = paint(&rest)
                case 49: background = .own
                case 90...97 where kind == .console: (foreground, isBold, isFaint) = (.index(code - 90), true, false)
                case 90...97: foreground = .index(code - 82)
                case 100...107: background = .index(code - (kind == .console ? 100 : 92))
                default: break
                }
            }
        }

        private func paint(_ rest: inout ArraySlice<Int>) -> Paint {
            if rest.popFirst() == 5 { return .index(rest.popFirst() ?? 0) }
            return .exact((0..<3).reduce(0) { color, _ in color << 8 | UInt32(rest.popFirst() ?? 0) })
        }
    }

    fileprivate func colors(of pen: Pen) -> (UInt32, UInt32) {
        var ink = pen.foreground
        if kind == .console {
            // In the order of the kernel's `build_attr`.
            if pen.isItalic {
                ink = .index(2)
            } else if pen.isUnderlined {
                ink = .index(6)
            } else if pen.isFaint {
                ink = .index(8)
            }
            if pen.isBold { ink = brighter(ink == .own ? .index(7) : ink) }
        } else if kind == .boldIsBright, pen.isBold {
            ink = brighter(ink)
        }
        var (front, back) = (color(ink, foreground), color(pen.background, background))
        if pen.isReversed { swap(&front, &back) }
        if pen.isFaint, kind != .console {
            // As in xterm.
            front = [16, 8, 0].reduce(0) { $0 << 8 | (front >> $1 & 0xFF) * 2 / 3 }
        }
        return (front, back)
    }

    private func brighter(_ paint: Paint) -> Paint {
        if case .index(let index) = paint, index < 8 { return .index(index + 8) }
        return paint
    }

    private func color(_ paint: Paint, _ own: UInt32) -> UInt32 {
        switch paint {
        case .own: return own
        case .exact(let rgb): return rgb
        case .index(let index) where index < 16: return colors[index]
        case .index(let index) where index < 232:
            let levels: [UInt32] = [0, 95, 135, 175, 215, 255]
            let cube = index - 16
            return levels[cube / 36] << 16 | levels[cube / 6 % 6] << 8 | levels[cube % 6]
        case .index(let index):
            return UInt32(8 + 10 * (index - 232)) * 0x010101
        }
    }
}
