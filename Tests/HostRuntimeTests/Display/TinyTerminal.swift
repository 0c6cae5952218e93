@testable import HostRuntime

/// A terminal that understands only what the compositor sends, and records everything else as an error.
///
/// It is stricter than real ones: nothing may be drawn while the cursor's
/// column is uncertain, and half of a wide glyph that was drawn over has to be
/// drawn as well before the frame ends.
struct TinyTerminal {
    /// The width of glyphs on which terminals disagree.
    enum Widths: CaseIterable {
        /// As the compositor does.
        case agreed
        /// Each scalar as the Unicode Character Database has it; selectors and joiners take nothing.
        case byScalar
        /// The largest width: a possible emoji takes two columns, and a selector or a joiner is a box.
        case wide
        /// Two columns for each scalar beyond ASCII, also where the database has an ambiguous width.
        case ambiguous
        /// One column for all of it.
        case narrow
        /// None: it is drawn on the cell before.
        case none
    }

    struct Complaint: Error, Equatable, CustomStringConvertible {
        var description: String
    }

    let size: Size
    let widths: Widths
    private(set) var cells: [SeenCell]
    private(set) var cursor: Point?
    private(set) var isSynchronized = false
    private(set) var clears = 0

    private var x: Int? = nil
    private var y: Int? = nil
    private var foreground: Color?
    private var background: Color?
    private var attributes: TextAttributes = []
    private var isCursorShown = false

    private static let broken = SeenCell(text: "broken", foreground: nil, background: nil, attributes: [])

    init(size: Size, widths: Widths = .agreed) {
        self.size = size
        self.widths = widths
        cells = [SeenCell](repeating: TinyTerminal.broken, count: size.width * size.height)
    }

    mutating func receive(_ bytes: [UInt8]) throws(Complaint) {
        guard let text = String(validating: bytes, as: UTF8.self) else { throw Complaint(description: "no UTF-8") }
        var rest = text.unicodeScalars[...]
        var plain = String.UnicodeScalarView()
        while let scalar = rest.popFirst() {
            if scalar.value >= 0x20 && !(0x7F...0x9F ~= scalar.value) {
                plain.append(scalar)
                continue
            }
            try draw(plain)
            plain = String.UnicodeScalarView()
            switch scalar {
            case "\r": x = 0
            case "\u{8}":
                guard let column = x, column > 0 else { throw Complaint(description: "backspace at an edge") }
                x = column - 1
            case "\n":
                guard let row = y, row + 1 < size.height else { throw Complaint(description: "scrolled") }
                y = row + 1
            case "\u{1B}":
                guard rest.popFirst() == "[" else { throw Complaint(description: "an escape that is no CSI") }
                try control(&rest)
            default:
                throw Complaint(description: "control \(scalar.value)")
            }
        }
        try draw(plain)
        cursor = isCursorShown ? x.flatMap { x in y.map { Point(x: x, y: $0) } } : nil
        if isCursorShown && cursor == nil { throw Complaint(description: "cursor shown nowhere") }
        if widths == .agreed, let index = cells.firstIndex(of: TinyTerminal.broken) {
            throw Complaint(description: "nothing drawn at \(index % size.width), \(index / size.width)")
        }
        if isSynchronized { throw Complaint(description: "synchronized output not ended") }
    }

    private mutating func draw(_ plain: String.UnicodeScalarView) throws(Complaint) {
        for character in String(plain) {
            guard let column = x, let row = y else { throw Complaint(description: "drawn at an uncertain place") }
            let width = TextWidth.width(of: character)
            guard width > 0, column + width <= size.width else { throw Complaint(description: "drawn outside") }
            if isUnsure(character) {
                drawUnsure(character, column, row)
                (x, y) = (nil, nil)
            } else {
                place(String(character), width, column, row)
                x = column + width == size.width ? nil : column + width
            }
        }
    }

    /// Whether terminals disagree about the width of a character.
    private func isUnsure(_ character: Character) -> Bool {
        let scalars = character.unicodeScalars
        if widths == .ambiguous, !character.isASCII { return true }
        return scalars.count > 1 || scalars.contains { $0.value > 0xFF && $0.properties.isEmoji }
    }

    private mutating func drawUnsure(_ character: Character, _ column: Int, _ row: Int) {
        guard widths != .agreed else { return place(String(character), TextWidth.width(of: character), column, row) }
        var column = column
        for scalar in character.unicodeScalars {
            let width = width(of: scalar, isFirst: scalar == character.unicodeScalars.first)
            guard width > 0 else { continue }
            // At the edge, the glyph is dropped or drawn over the last column, as in tmux.
            if column + width > size.width {
                guard width == 1 else { continue }
                column = size.width - 1
            }
            place("part of \(character)", width, column, row)
            column += width
        }
    }

    private func width(of scalar: Unicode.Scalar, isFirst: Bool) -> Int {
        let isMark = [.nonspacingMark, .enclosingMark, .format].contains(scalar.properties.generalCategory)
        switch widths {
        case .agreed, .none: return 0
        case .narrow: return isFirst ? 1 : 0
        case .wide: return isMark || scalar.isASCII ? 1 : 2
        case .ambiguous: return isMark ? 0 : scalar.isASCII ? 1 : 2
        case .byScalar: return isMark ? 0 : scalar.properties.isEmojiPresentation ? 2 : 1
        }
    }

    /// Writes cells; the other half of a wide glyph that they cut counts as broken.
    private mutating func place(_ text: String, _ width: Int, _ column: Int, _ row: Int) {
        for half in column..<column + width {
            let old = cells[row * size.width + half]
            if old.text == "" && half == column { cells[row * size.width + half - 1] = TinyTerminal.broken }
            let isLead = half + 1 < size.width && cells[row * size.width + half + 1].text == ""
            if isLead && half == column + width - 1 { cells[row * size.width + half + 1] = TinyTerminal.broken }
            cells[row * size.width + half] = SeenCell(
                text: half == column ? text : "",
                foreground: foreground,
                background: background,
                attributes: attributes
            )
        }
    }

    /// Describes the first difference from a picture, except in cells of glyphs of uncertain width.
    ///
    /// Such a cell shows a part of that glyph, or nothing; never what was there before.
    func firstMistake(_ wanted: [SeenCell]) -> String? {
        var glyph: Character?
        for (index, want) in wanted.enumerated() {
            if index % size.width == 0 || want.text != "" {
                glyph = want.text.first.flatMap { isUnsure($0) ? $0 : nil }
            }
            let have = cells[index]
            guard have != want else { continue }
            if glyph != nil, have == TinyTerminal.broken { continue }
            let isInASCII = glyph.map { widths == .ambiguous && have.text == "\($0)".inASCII } ?? false
            let isOfGlyph = isInASCII || glyph.map { [" ", "", "part of \($0)"].contains(have.text) } ?? false
            if !isOfGlyph || have.background != want.background {
                return "at \(index % size.width), \(index / size.width): \(have) instead of \(want)"
            }
        }
        return nil
    }

    private mutating func control(_ rest: inout Substring.UnicodeScalarView) throws(Complaint) {
        var parameters = ""
        while let scalar = rest.popFirst() {
            guard scalar.value >= 0x40 else {
                parameters.unicodeScalars.append(scalar)
                continue
            }
            try control(Character(scalar), parameters)
            return
        }
        throw Complaint(description: "a sequence without an end")
    }

    private mutating func control(_ final: Character, _ parameters: String) throws(Complaint) {
        let numbers = parameters.split(separator: ";", omittingEmptySubsequences: false).map { Int($0) }
        let first = numbers.first.flatMap { $0 } ?? 1
        switch (final, parameters) {
        case ("h", "?2026"): isSynchronized = true
        case ("l", "?2026"): isSynchronized = false
        case ("h", "?25"): isCursorShown = true
        case ("l", "?25"): isCursorShown = false
        case ("J", "2"):
            clears += 1
            cells = [SeenCell](repeating: TinyTerminal.broken, count: cells.count)
        case ("H", _):
            y = first - 1
            x = (numbers.count > 1 ? numbers[1] ?? 1 : 1) - 1
        case ("B", _): y = y.map { $0 + first }
        case ("C", _): x = x.map { $0 + first }
        case ("D", _): x = x.map { $0 - first }
        case ("m", _): try setPen(numbers.map { $0 ?? 0 })
        default: throw Complaint(description: "CSI \(parameters)\(final)")
        }
        if let x, !(0..<size.width ~= x) { throw Complaint(description: "moved outside") }
        if let y, !(0..<size.height ~= y) { throw Complaint(description: "moved outside") }
    }

    private mutating func setPen(_ codes: [Int]) throws(Complaint) {
        var rest = codes[...]
        while let code = rest.popFirst() {
            switch code {
            case 0: (foreground, background, attributes) = (nil, nil, [])
            case 1: attributes.insert(.bold)
            case 2: attributes.insert(.dim)
            case 3: attributes.insert(.italic)
            case 4: attributes.insert(.underline)
            case 7: attributes.insert(.reverse)
            case 9: attributes.insert(.strikethrough)
            case 22: attributes.subtract([.bold, .dim])
            case 23: attributes.remove(.italic)
            case 24: attributes.remove(.underline)
            case 27: attributes.remove(.reverse)
            case 29: attributes.remove(.strikethrough)
            case 30...37: foreground = Color(Palette.color(at: UInt8(code - 30)))
            case 90...97: foreground = Color(Palette.color(at: UInt8(code - 82)))
            case 40...47: background = Color(Palette.color(at: UInt8(code - 40)))
            case 100...107: background = Color(Palette.color(at: UInt8(code - 92)))
            case 38: foreground = try color(&rest)
            case 48: background = try color(&rest)
            default: throw Complaint(description: "SGR \(code)")
            }
        }
    }

    private func color(_ rest: inout ArraySlice<Int>) throws(Complaint) -> Color {
        switch rest.popFirst() {
        case 5:
            if let index = rest.popFirst(), let index = UInt8(exactly: index) { return Color(Palette.color(at: index)) }
        case 2:
            let channels = (0..<3).compactMap { _ in rest.popFirst().flatMap { UInt8(exactly: $0) } }
            if channels.count == 3 { return Color(red: channels[0], green: channels[1], blue: channels[2]) }
        default: break
        }
        throw Complaint(description: "not a color")
    }
}
