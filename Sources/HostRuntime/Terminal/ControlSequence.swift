/// The parts of a control sequence (CSI or SS3), such as `ESC [ < 0 ; 10 ; 5 M`.
struct ControlSequence: Hashable, Sendable {
    /// The marker of a private sequence, one of `<`, `=`, `>` and `?`; 0 if there is none.
    var marker: UInt8 = 0

    /// The bytes between the parameters and the final byte.
    var intermediates: [UInt8] = []

    /// The byte that ends the sequence and determines its meaning.
    var final: UInt8

    private var parameters: [[Int?]] = [[]]

    /// The largest number; greater ones are clamped to it.
    static let largestNumber = 0x7FFF_FFFF

    /// Parses the bytes between the introducer and the final byte; nil if they are malformed.
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

    /// Whether the bytes are nothing but a number in the ranges of rxvt's keys: Insert is 2, and F20 is 34.
    static func isNumberOfKey(_ body: [UInt8]) -> Bool {
        guard let number = Int(String(decoding: body, as: UTF8.self)) else { return false }
        return [2, 3, 5, 6, 7, 8].contains(number) || (11...34).contains(number)
    }

    /// Returns a parameter, or a part of one; nil if it was omitted.
    func parameter(_ index: Int, part: Int = 0) -> Int? {
        guard parameters.indices.contains(index), parameters[index].indices.contains(part) else { return nil }
        return parameters[index][part]
    }

    /// The first part of every parameter; 0 for an omitted one.
    var numbers: [Int] { parameters.map { ($0.first ?? nil) ?? 0 } }
}
