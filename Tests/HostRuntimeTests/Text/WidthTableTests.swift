import TestSupport
import Testing

@testable import HostRuntime

@Suite(.tags(.terminal)) struct WidthTableTests {
    @Test func `the ranges are ascending, start at 0 and differ from their neighbors`() {
        let entries = WidthTable.entries

        #expect(entries.first.map { $0 >> 3 } == 0)
        #expect(zip(entries, entries.dropFirst()).allSatisfy { $0 >> 3 < $1 >> 3 && $0 & 7 != $1 & 7 })
        #expect(entries.allSatisfy { $0 & 7 <= 4 && $0 >> 3 <= 0x10FFFF })
    }

    /// From EastAsianWidth.txt, emoji-data.txt and DerivedGeneralCategory.txt of Unicode 15.0.
    @Test(arguments: [
        (0x20...0x22, TextWidth.ScalarClass.narrow), (0x300...0x36F, .zero), (0x600...0x605, .narrow),
        (0x1100...0x115F, .wide), (0x1160...0x11FF, .zero), (0x200B...0x200F, .zero), (0x2500...0x259F, .narrow),
        (0x231A...0x231B, .emoji), (0x2E80...0x2E99, .wide), (0x3041...0x3096, .wide), (0x4E00...0x9FFF, .wide),
        (0xAC00...0xD7A3, .wide), (0xFE00...0xFE0F, .zero), (0xFF01...0xFF60, .wide), (0xFF61...0xFF9F, .narrow),
        (0x1F1E6...0x1F1FF, .textEmoji), (0x1F600...0x1F64F, .emoji), (0x1F300...0x1F320, .emoji),
        (0x2660...0x2660, .textEmoji), (0x2630...0x2637, .textEmoji), (0x1FADD...0x1FADD, .emoji),
        (0x20000...0x2FFFD, .wide), (0x30000...0x3FFFD, .wide),
        (0xE0100...0xE01EF, .zero), (0x10FFFD...0x10FFFD, .narrow),
    ])
    func `each range of the database has its class`(range: ClosedRange<UInt32>, expected: TextWidth.ScalarClass) {
        let classes = Set(range.compactMap(Unicode.Scalar.init).map(TextWidth.scalarClass(of:)))

        #expect(classes == [expected])
    }

    @Test func `every emoji that the toolchain knows is wide, from later versions too`() {
        let narrow = (0x2000...0x1FAFF as ClosedRange<UInt32>).compactMap(Unicode.Scalar.init).filter { scalar in
            scalar.properties.isEmojiPresentation && !(0x1F1E6...0x1F1FF ~= scalar.value)
                && TextWidth.scalarClass(of: scalar) != .emoji
        }

        #expect(narrow.isEmpty)
    }
}
