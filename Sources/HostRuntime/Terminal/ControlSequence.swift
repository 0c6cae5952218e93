/// A control sequence (CSI or SS3) taken apart: `ESC [ < 0 ; 10 ; 5 M`.
struct ControlSequence: Hashable, Sendable {
    /// One of `<`, `=`, `>` and `?`, which make a sequence private; 0 without.
    var marker: UInt8 = 0

    /// The bytes between parameters and final byte.
    var intermediates: [UInt8] = []

    /// The byte that ends the sequence and says what it is.
    var final: UInt8

    private var parameters: [[Int?]] = [[]]

    /// The most that a number can be; larger ones are clamped to it.
    static let largestNumber = 0x7FFF_FFFF

    /// Takes apart what stood between the introducer and the final byte.
    ///
    /// Nil when the bytes are no well-formed sequence.
    init?(body: some Sequence<UInt8>, final: UInt8) {
        self.final = final
        var number: Int?
        var isFirst = true
        for byte in body {
            switch byte {
            case 0x30...0x39 where intermediates.isEmpty:
                number = min((number ?? 0) * 10 + Int(byte - 0x30), ControlSequence.largestNumber)
            case UInt8(ascii: ":") where intermediates.isEmpty:
                parameters[parameters.count - 1].append(number)
                number = nil
            case UInt8(ascii: ";") where intermediates.isEmpty:
                parameters[parameters.count - 1].append(number)
                parameters.append([])
                number = nil
            case 0x3C...0x3F where isFirst:
                marker = byte
            case 0x20...0x2F:
                intermediates.append(byte)
            default:
                return nil
            }
            isFirst = false
        }
        parameters[parameters.count - 1].append(number)
    }

    /// Returns a parameter, or a part of one, or nil where it was left out.
    func parameter(_ index: Int, part: Int = 0) -> Int? {
        guard parameters.indices.contains(index), parameters[index].indices.contains(part) else { return nil }
        return parameters[index][part]
    }

    /// The first part of every parameter, 0 where it was left out.
    var numbers: [Int] { parameters.map { ($0.first ?? nil) ?? 0 } }
}
