/// A character cell: 16 bytes of plain data that are compared as two words.
///
/// `glyph` holds the text in UTF-8, first byte lowest, if it has at most four
/// bytes. A longer grapheme cluster is in a `GraphemePool`, and `glyph` is its
/// index there. A wide glyph takes two cells with equal first words: the lead,
/// of width 2, and the tail, of width 0.
struct Cell: Hashable, Sendable {
    /// The glyph in the low half, the foreground's `0xRRGGBB` in the high half.
    var front: UInt64

    /// The background's `0xRRGGBB` from bit 0, attributes from 32, the width from 48, flags from 56.
    var back: UInt64
}

extension Cell {
    /// The properties of a cell apart from its text and colors.
    struct Flags: OptionSet {
        let rawValue: UInt8

        /// Nothing was drawn here, so what lies below the window is seen.
        static let hole = Flags(rawValue: 1 << 0)

        /// The background is that of what lies below the window.
        static let seeThrough = Flags(rawValue: 1 << 1)

        /// `glyph` is an index in a pool.
        static let pooled = Flags(rawValue: 1 << 2)

        /// Terminals disagree about the width, so what is beside it, and the cursor's position after it, are unknown.
        static let unsure = Flags(rawValue: 1 << 3)

        /// The right half of a wide glyph.
        static let tail = Flags(rawValue: 1 << 4)
    }

    static let space: UInt32 = 0x20

    /// A cell on which nothing was drawn.
    static let hole = Cell(front: UInt64(space), back: UInt64(Flags.hole.rawValue) << 56 | 1 << 48)

    /// A value that equals no cell that can be drawn.
    static let unknown = Cell(front: .max, back: .max)

    /// The bits of the pen apart from the foreground: background and attributes.
    static let penMask: UInt64 = 0x0000_FFFF_FFFF_FFFF

    init(glyph: UInt32, width: UInt8, flags: Flags, foreground: UInt32, background: UInt32, attributes: TextAttributes)
    {
        front = UInt64(glyph) | UInt64(foreground) << 32
        back = UInt64(background) | UInt64(attributes.rawValue) << 32
        back |= UInt64(width) << 48 | UInt64(flags.rawValue) << 56
        normalizeBlank()
    }

    /// Creates a space on a background.
    init(blankOn background: UInt32) {
        front = UInt64(Cell.space)
        back = UInt64(background) | 1 << 48
    }

    var glyph: UInt32 { UInt32(truncatingIfNeeded: front) }

    var foreground: UInt32 {
        get { UInt32(truncatingIfNeeded: front >> 32) }
        set { front = front & 0xFFFF_FFFF | UInt64(newValue) << 32 }
    }

    var background: UInt32 {
        get { UInt32(truncatingIfNeeded: back) }
        set { back = back & ~0xFFFF_FFFF | UInt64(newValue) }
    }

    var attributes: TextAttributes { TextAttributes(rawValue: UInt8(truncatingIfNeeded: back >> 32)) }

    var width: UInt8 { UInt8(truncatingIfNeeded: back >> 48) }

    var flags: Flags {
        get { Flags(rawValue: UInt8(truncatingIfNeeded: back >> 56)) }
        set { back = back & 0x00FF_FFFF_FFFF_FFFF | UInt64(newValue.rawValue) << 56 }
    }

    /// Whether the cell is a space that shows only its background.
    var isBlank: Bool {
        UInt32(truncatingIfNeeded: front) == Cell.space
            && (back >> 32) & UInt64(TextAttributes.visibleOnBlank.rawValue) == 0
    }

    /// Whether the glyph is drawn and not read: a line, a block or a braille pattern.
    ///
    /// Frames, bars and pictures are made of these, and their contrast may be lower
    /// than that of text.
    var isDrawing: Bool {
        guard !flags.contains(.pooled) else { return false }
        // U+2500...25BF without U+25A0...25BF, and U+2800...28FF, in UTF-8.
        let isLine = glyph & 0xFEFF == 0x94E2 || glyph & 0xFFFF == 0x96E2 && glyph >> 16 < 0xA0
        return isLine || glyph & 0xFCFF == 0xA0E2
    }

    /// Whether the glyph is a geometric shape, U+25A0...25FF: a mark beside the word that it stands for.
    var isMark: Bool {
        guard !flags.contains(.pooled) else { return false }
        return glyph & 0xFFFF == 0x97E2 || glyph & 0xFFFF == 0x96E2 && glyph >> 16 >= 0xA0
    }

    /// Whether the glyph is U+2580 or U+2584, whose colors are two pixels.
    var isHalfBlock: Bool {
        !flags.contains(.pooled) && (glyph == 0x8096E2 || glyph == 0x8496E2)
    }

    var isHole: Bool { flags.contains(.hole) }
    var isTail: Bool { flags.contains(.tail) }
    var isLead: Bool { width == 2 }

    /// Whether writing the cell takes more than its glyph's bytes, or moves the cursor by other than 1.
    var isOdd: Bool { back >> 48 != 1 }

    /// The number of bytes of a packed glyph.
    var glyphLength: Int { (39 &- (glyph | 1).leadingZeroBitCount) >> 3 }

    /// Drops what can't be seen on a space, so that spaces that look the same are equal.
    mutating func normalizeBlank() {
        guard isBlank else { return }
        front = UInt64(Cell.space)
        back &= ~(UInt64(0xFF & ~TextAttributes.reverse.rawValue) << 32)
    }

    /// Adds attributes.
    mutating func insert(_ attributes: TextAttributes) {
        back |= UInt64(attributes.rawValue) << 32
    }

    /// Removes attributes.
    mutating func remove(_ attributes: TextAttributes) {
        back &= ~(UInt64(attributes.rawValue) << 32)
    }

    /// Swaps the colors of a reversed cell back.
    mutating func undoReverse() {
        guard attributes.contains(.reverse) else { return }
        back &= ~(UInt64(TextAttributes.reverse.rawValue) << 32)
        let foreground = foreground
        if !isBlank { self.foreground = background }
        background = foreground
    }

    /// Turns the cell into a space that keeps the background, as for half of a cut wide glyph.
    mutating func makeBlank() {
        front = UInt64(Cell.space)
        back = back & 0xFFFF_FFFF | 1 << 48 | (back & UInt64(Flags.seeThrough.rawValue) << 56)
    }

    /// The right half of the wide glyph of which this cell is the left half.
    var tail: Cell {
        var cell = self
        cell.back = cell.back & Cell.penMask | UInt64(flags.union(.tail).rawValue) << 56
        return cell
    }

    /// Whether `tail`, one cell to the right, is the right half of this cell's glyph.
    func isLead(of tail: Cell) -> Bool {
        isLead && tail.isTail && glyph == tail.glyph && (flags.contains(.pooled) == tail.flags.contains(.pooled))
    }

    /// Whether two cells look the same on the screen.
    static func == (a: Cell, b: Cell) -> Bool {
        (a.front ^ b.front) | (a.back ^ b.back) == 0
    }
}
