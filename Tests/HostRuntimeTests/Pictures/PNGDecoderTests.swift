import TestSupport
import Testing

@testable import HostRuntime

@Suite(.tags(.faults)) struct PNGDecoderTests {
    private typealias Chunk = (type: String, data: [UInt8])

    private static let header: Chunk = ("IHDR", PNGBytes.header())
    private static let data: Chunk = ("IDAT", PNGBytes.stream([0, 128]))
    private static let end: Chunk = ("IEND", [])

    private func error(of bytes: [UInt8], limits: PNGDecoder.Limits = .init()) -> PNGError? {
        do {
            _ = try PNGDecoder.decode(bytes, limits: limits)
            return nil
        } catch {
            return error as? PNGError
        }
    }

    // MARK: - Pixels

    @Test func `the files decoded by libpng are present`() {
        #expect(PNGFixture.all.count == 114)
    }

    @Test(arguments: PNGFixture.all) func `every pixel is the one that libpng decodes`(file: PNGFixture) throws {
        let picture = try PNGDecoder.decode(file.bytes)

        #expect(picture == file.expected)
    }

    @Test func `a sample of 16 bits is rounded to the nearest one of 8`() throws {
        let rows: [UInt8] = [0, 0x00, 0x80, 0x00, 0x81, 0x80, 0x80, 0xFF, 0x7F]

        let picture = try PNGDecoder.decode(PNGBytes(width: 4, height: 1, depth: 16, rows: rows).bytes)

        #expect([0, 4, 8, 12].map { picture.pixels[$0] } == [0, 1, 128, 255])
    }

    @Test func `bytes after the end of the picture are ignored`() throws {
        let bytes = PNGBytes([Self.header, Self.data, Self.end]).bytes

        #expect(try PNGDecoder.decode(bytes + [1, 2, 3]) == PNGDecoder.decode(bytes))
    }

    // MARK: - Limits

    @Test func `a file over the size limit is refused before it is read`() {
        let limits = PNGDecoder.Limits(maximumBytes: 9)

        #expect(error(of: [UInt8](repeating: 0, count: 10), limits: limits) == .tooManyBytes(10, limit: 9))
    }

    @Test(arguments: [(4097, 1), (1, 4097), (4096, 4096), (0x7FFF_FFFF, 0x7FFF_FFFF)] as [(UInt32, UInt32)])
    func `a picture over the pixel limit is refused by its header`(width: UInt32, height: UInt32) {
        let bytes = PNGBytes([("IHDR", PNGBytes.header(width: width, height: height))]).bytes

        #expect(error(of: bytes) == .tooManyPixels(width: width, height: height, limits: .init()))
    }

    @Test func `a header that promises more than the file can hold is refused before anything is decompressed`() {
        let chunks: [Chunk] = [("IHDR", PNGBytes.header(width: 2000, height: 2000)), Self.data, Self.end]

        let rule = "13 bytes of compressed data cannot hold the 4002000 that the size needs"
        #expect(error(of: PNGBytes(chunks).bytes) == .malformedPixels(offset: 33, rule: rule))
    }

    @Test func `too little data for the size is refused`() {
        let bytes = PNGBytes(width: 1, height: 2, rows: [0, 1]).bytes

        #expect(error(of: bytes) == .malformedPixels(offset: 33, rule: PixelDataError.tooShort(2, expected: 4).rule))
    }

    @Test func `nonsense limits refuse a file and do not trap`() {
        let bytes = PNGBytes([Self.header, Self.data, Self.end]).bytes
        let all = PNGDecoder.Limits(maximumBytes: .max, maximumSide: .max, maximumPixels: .max)

        #expect(error(of: bytes, limits: all) == nil)
        #expect(
            error(of: bytes, limits: .init(maximumBytes: .min)) == .tooManyBytes(bytes.count, limit: 0)
        )
    }

    // MARK: - Rules

    @Test(
        arguments: [
            ([], "an empty file"), ([0x89], nil), (Array("GIF89a..".utf8), "a GIF file"),
            ([0xFF, 0xD8, 0xFF, 0xE0], "a JPEG file"), (Array("RIFF\u{10}\0\0\0WEBPVP8 ".utf8), "a WebP file"),
            (Array("RIFF\u{10}\0\0\0WAVE".utf8), nil), (Array("\n <!DOCTYPE html><p>".utf8), "an HTML page"),
            (Array("\u{FEFF}<HTML>".utf8), "an HTML page"), (Array("{}".utf8), nil),
        ] as [([UInt8], String?)]
    )
    func `bytes without the signature of a PNG are refused, and named if they are known`(bytes: [UInt8], kind: String?)
    {
        #expect(error(of: bytes) == .notPNG(kind))
    }

    @Test(arguments: [
        (PNGBytes.header(depth: 3), "color type 0 has no samples of 3 bits"),
        (PNGBytes.header(depth: 16, type: 3), "color type 3 has no samples of 16 bits"),
        (PNGBytes.header(depth: 4, type: 2), "color type 2 has no samples of 4 bits"),
        (PNGBytes.header(type: 1), "the color type is 0, 2, 3, 4 or 6, not 1"),
        (PNGBytes.header(methods: [1, 0, 0]), "the compression method is 0"),
        (PNGBytes.header(methods: [0, 1, 0]), "the filter method is 0"),
        (PNGBytes.header(methods: [0, 0, 2]), "the interlace method is 0 or 1"),
        (PNGBytes.header(width: 0), "width and height are 1 to 2^31 - 1"),
        (PNGBytes.header(height: 0x8000_0000), "width and height are 1 to 2^31 - 1"),
        ([0, 0, 0, 1], "it has 13 bytes"),
    ]) func `a header that breaks a rule is refused with the rule`(header: [UInt8], rule: String) {
        #expect(error(of: PNGBytes([("IHDR", header)]).bytes) == .malformed(chunk: "IHDR", offset: 8, rule: rule))
    }

    /// Chunks, the index of the refused one, and the rule that it breaks.
    private static let disorders: [([Chunk], Int, String)] = [
        ([data], 0, "the first chunk is IHDR"),
        ([header, header], 1, "there is only one, and it is the first chunk"),
        ([header, ("IDAT", []), ("tEXt", []), data], 3, "the IDAT chunks follow one another"),
        ([header, end], 1, "at least one IDAT comes before it"),
        ([header, data, ("IEND", [0])], 2, "it is empty"),
        ([header, ("CODE", [])], 1, "a picture with a chunk of this type cannot be shown without understanding it"),
        ([indexed, data], 1, "color type 3 needs a palette before it"),
        ([indexed, colors, colors], 2, "there is at most one"),
        ([indexed, colors, data, colors], 3, "there is at most one"),
        ([indexed, ("IDAT", [])], 1, "color type 3 needs a palette before it"),
        ([indexed, ("PLTE", [1, 2])], 1, "it has 1 to 256 colors of three bytes"),
        ([indexed, ("PLTE", [])], 1, "it has 1 to 256 colors of three bytes"),
        ([indexed, ("PLTE", [UInt8](repeating: 0, count: 771))], 1, "it has 1 to 256 colors of three bytes"),
    ]

    /// Chunks of a picture that can be shown, the index of the ignored one, and the rule that it breaks.
    private static let superfluities: [([Chunk], Int, String)] = [
        ([header, colors, data, end], 1, "a picture in gray has no palette"),
        ([rgb, rgbData, colors, end], 2, "it comes before tRNS and IDAT"),
        ([rgb, ("tRNS", [0, 1, 0, 1, 0, 1]), colors, rgbData, end], 2, "it comes before tRNS and IDAT"),
        ([rgb, ("PLTE", [1, 2]), rgbData, end], 1, "it has 1 to 256 colors of three bytes"),
        ([indexed, ("tRNS", [1]), colors, indexedData, end], 1, "it comes after PLTE"),
        ([indexed, colors, ("tRNS", [1, 2]), indexedData, end], 2, "it has 1 to as many entries as the palette"),
        ([indexed, colors, ("tRNS", []), indexedData, end], 2, "it has 1 to as many entries as the palette"),
        ([indexed, colors, ("tRNS", [1]), ("tRNS", [1]), indexedData, end], 3, "there is at most one"),
        ([header, data, ("tRNS", [0, 1]), end], 2, "it comes before IDAT"),
        ([header, ("tRNS", [0]), data, end], 1, "it has two bytes for each sample"),
        ([rgb, ("tRNS", [0, 1]), rgbData, end], 1, "it has two bytes for each sample"),
        ([rgba, ("tRNS", [0, 1]), rgbaData, end], 1, "a picture with alpha has no tRNS"),
    ]
    private static let indexed: Chunk = ("IHDR", PNGBytes.header(type: 3))
    private static let rgb: Chunk = ("IHDR", PNGBytes.header(type: 2))
    private static let rgba: Chunk = ("IHDR", PNGBytes.header(type: 6))
    private static let colors: Chunk = ("PLTE", [1, 2, 3])
    private static let rgbaData: Chunk = ("IDAT", PNGBytes.stream([0, 1, 2, 3, 4]))
    private static let rgbData: Chunk = ("IDAT", PNGBytes.stream([0, 1, 2, 3]))
    private static let indexedData: Chunk = ("IDAT", PNGBytes.stream([0, 0]))

    @Test(arguments: disorders.indices)
    func `a chunk that breaks a rule is refused with its place and the rule`(index: Int) {
        let (chunks, culprit, rule) = Self.disorders[index]
        let offset = chunks[..<culprit].reduce(8) { $0 + 12 + $1.data.count }

        let error = error(of: PNGBytes(chunks).bytes)

        #expect(error == .malformed(chunk: chunks[culprit].type, offset: offset, rule: rule))
    }

    @Test(arguments: superfluities.indices)
    func `a chunk that a picture can do without is ignored with a warning`(index: Int) throws {
        let (chunks, culprit, rule) = Self.superfluities[index]
        let offset = chunks[..<culprit].reduce(8) { $0 + 12 + $1.data.count }
        var warnings: [String] = []

        _ = try PNGDecoder.decode(PNGBytes(chunks).bytes) { warnings.append($0) }

        #expect(warnings == ["The PNG's chunk \(chunks[culprit].type) at byte \(offset) is ignored: \(rule)."])
    }

    @Test(arguments: PNGFixture.all)
    func `a file has warnings only if something is wrong with it`(file: PNGFixture) throws {
        var warnings: [String] = []

        _ = try PNGDecoder.decode(file.bytes) { warnings.append($0) }

        #expect(warnings.isEmpty != file.name.hasPrefix("flaw-"), "\(warnings)")
    }

    @Test func `a chunk whose type is not four letters is refused`() {
        let bytes = PNGBytes([Self.header, ("ID\u{7}T", [])]).bytes

        #expect(error(of: bytes) == .malformed(chunk: "????", offset: 33, rule: "a chunk's type is four letters"))
    }

    @Test func `a chunk over the maximal length is refused`() {
        let bytes = PNGBytes([Self.header]).bytes + [0x80, 0, 0, 0] + Array("IDAT".utf8) + [0, 0, 0, 0]

        #expect(error(of: bytes) == .malformed(chunk: "IDAT", offset: 33, rule: "a chunk's length is below 2^31"))
    }

    @Test(arguments: ["IHDR", "tEXt", "IDAT", "IEND"])
    func `a damaged chunk is refused, even one that the picture does not need`(type: String) throws {
        let chunks: [Chunk] = [Self.header, ("tEXt", [65, 0]), Self.data, Self.end]
        let index = try #require(chunks.firstIndex { $0.type == type })
        let offset = chunks[..<index].reduce(8) { $0 + 12 + $1.data.count }
        var bytes = PNGBytes(chunks).bytes
        bytes[offset + 11 + chunks[index].data.count] ^= 1

        #expect(error(of: bytes) == .badChecksum(chunk: type, offset: offset))
    }

    @Test func `a file that ends anywhere before the end of its pixels is refused`() {
        let parts = PNGBytes.stream([0, 128]).chunked(by: 8).map { ("IDAT", $0) as Chunk }
        let bytes = PNGBytes([Self.header] + parts).bytes

        let errors = (8..<bytes.count).map { error(of: Array(bytes[..<$0])) }

        #expect(parts.count == 2)
        #expect(errors.allSatisfy { if case .truncated = $0 { true } else { false } })
        #expect(errors.first == .truncated(offset: 8))
        #expect(errors.last == .truncated(offset: bytes.count - 12 - parts[1].data.count))
    }

    @Test func `a file that ends after its pixels is shown with a warning`() throws {
        let whole = PNGBytes([Self.header, Self.data, Self.end]).bytes

        for count in 58..<whole.count {
            var warnings: [String] = []
            let picture = try PNGDecoder.decode(Array(whole[..<count])) { warnings.append($0) }
            #expect(picture == (try PNGDecoder.decode(whole)))
            #expect(warnings == ["The PNG ends without a chunk IEND."])
        }
    }

    @Test func `a row with an unknown filter is refused`() {
        let bytes = PNGBytes(width: 1, height: 2, rows: [4, 1, 5, 1]).bytes

        let rule = "row 1 of a pass has filter 5, but only 0 to 4 exist"
        #expect(error(of: bytes) == .malformedPixels(offset: 33, rule: rule))
    }

    @Test func `the bits after the last pixel of a row are ignored`() throws {
        let bytes = PNGBytes(width: 2, height: 1, depth: 1, type: 3, palette: [1, 2, 3], rows: [0, 0x3F]).bytes

        #expect(try PNGDecoder.decode(bytes).pixels == [1, 2, 3, 255, 1, 2, 3, 255])
    }

    // MARK: - Any bytes

    @Test(arguments: seeds(of: 0..<40)) func `no bytes cause a trap`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let files = PNGFixture.all.filter { $0.bytes.count < 600 }

        for _ in 0..<25 {
            var bytes = files[Int.random(in: files.indices, using: &random)].bytes
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                let place = Int.random(in: 8..<bytes.count, using: &random)
                switch Int.random(in: 0..<4, using: &random) {
                case 0: bytes[place] = .random(in: 0...255, using: &random)
                case 1: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
                case 2: bytes.remove(at: place)
                default: bytes.insert(.random(in: 0...255, using: &random), at: place)
                }
            }
            PNGBytes.repairChecksums(of: &bytes)
            let result = Result { try PNGDecoder.decode(bytes, limits: .init(maximumPixels: 1 << 12)) }
            if case .success(let picture) = result {
                #expect(picture.pixels.count == picture.width * picture.height * 4)
            }
        }
    }

    @Test(arguments: seeds(of: 0..<10)) func `no damage within the compressed data causes a trap`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let files = PNGFixture.all.filter { (60..<2000).contains($0.bytes.count) }

        for _ in 0..<20 {
            var bytes = files[Int.random(in: files.indices, using: &random)].bytes
            // A run of bytes, so that whole words and their lengths change.
            let start = Int.random(in: 41..<bytes.count - 12, using: &random)
            for place in start..<min(bytes.count - 12, start + .random(in: 1...12, using: &random)) {
                bytes[place] = Bool.random(using: &random) ? ~bytes[place] : .random(in: 0...255, using: &random)
            }
            PNGBytes.repairChecksums(of: &bytes)
            let result = Result { try PNGDecoder.decode(bytes, limits: .init(maximumPixels: 1 << 14)) }
            if case .success(let picture) = result {
                #expect(picture.pixels.count == picture.width * picture.height * 4)
            }
        }
    }

    // MARK: - Errors

    @Test(arguments: [
        (PNGError.notPNG(nil), "Not a PNG: the first eight bytes are not the signature of one."),
        (.notPNG("a JPEG file"), "Not a PNG: it is a JPEG file."),
        (.tooManyBytes(10, limit: 9), "The PNG has 10 bytes; the limit is 9."),
        (
            .tooManyPixels(width: 5000, height: 1, limits: .init()),
            "The PNG has 5000x1 pixels; the limits are 4096 for each side and 4194304 in all."
        ),
        (.truncated(offset: 33), "The PNG ends within the chunk at byte 33. A file ends with a chunk IEND."),
        (
            .badChecksum(chunk: "IDAT", offset: 33),
            "The PNG's chunk IDAT at byte 33 is damaged: its checksum does not match its data."
        ),
        (
            .malformed(chunk: "PLTE", offset: 33, rule: "there is at most one"),
            "The PNG's chunk PLTE at byte 33 is malformed: there is at most one."
        ),
        (
            .malformedPixels(offset: 33, rule: PixelDataError.tooLong(4).rule),
            "The PNG's pixels, from byte 33, are malformed: "
                + "the compressed data holds more than the 4 bytes that the size needs."
        ),
    ]) func `an error says what is wrong, where, and by which rule`(error: PNGError, text: String) {
        #expect("\(error)" == text)
    }
}

extension [UInt8] {
    fileprivate func chunked(by count: Int) -> [[UInt8]] {
        stride(from: 0, to: self.count, by: count).map { Array(self[$0..<Swift.min($0 + count, self.count)]) }
    }
}
