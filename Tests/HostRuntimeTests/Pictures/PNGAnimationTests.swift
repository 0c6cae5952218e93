import TestSupport
import Testing

@testable import HostRuntime

/// Animated PNG files, from an encoder of the test's own, beside a compositor of its own.
@Suite(.tags(.faults)) struct PNGAnimationTests {
    private static let limit = Size(width: 100, height: 100)

    /// The result of decoding: the pixels and milliseconds of each frame, or the warnings of a still picture.
    private func decode(
        _ bytes: [UInt8],
        limits: PNGDecoder.Limits = PNGDecoder.Limits(),
        fitting size: Size = limit
    ) throws -> (animation: PictureAnimation, warnings: [String]) {
        var warnings: [String] = []
        let animation = try PNGDecoder.decodeAnimation(bytes, limits: limits, fitting: size) { warnings.append($0) }
        return (animation, warnings)
    }

    private let red: [UInt8] = [255, 0, 0, 255]
    private let half: [UInt8] = [0, 0, 255, 128]
    private let clear: [UInt8] = [9, 9, 9, 0]

    /// An animation of 4 × 2 pixels: a whole frame, and two smaller ones.
    private func three(
        _ change: (inout AnimationFile) -> Void = { _ in }
    ) -> AnimationFile {
        var file = AnimationFile(width: 4, height: 2)
        file.frames = [
            .init(Rect(x: 0, y: 0, width: 4, height: 2), AnimationFile.pixels(red, 8)),
            .init(Rect(x: 1, y: 0, width: 2, height: 1), AnimationFile.pixels(half, 2)),
            .init(Rect(x: 2, y: 1, width: 2, height: 1), half + clear),
        ]
        change(&file)
        return file
    }

    // MARK: - Playing

    @Test(arguments: [0, 1, 2] as [UInt8], [0, 1] as [UInt8])
    func `each way to dispose of a frame and to blend it gives what the format says`(
        disposal: UInt8,
        blending: UInt8
    ) throws {
        for isDefault in [true, false] {
            let file = three { file in
                file.isDefaultFirst = isDefault
                for index in file.frames.indices {
                    (file.frames[index].disposal, file.frames[index].blending) = (disposal, blending)
                }
            }

            let (animation, warnings) = try decode(file.bytes)

            #expect(warnings == [])
            #expect(animation.frames.map(\.picture.pixels) == file.composed)
        }
    }

    @Test(arguments: seeds(of: 0..<200))
    func `any animation is put together as by a second compositor`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let file = AnimationFile.random(&random)

        let (animation, warnings) = try decode(file.bytes)

        #expect(warnings == [])
        #expect(animation.frames.map(\.picture.pixels) == file.composed)
        #expect(animation.plays == Int(file.plays))
    }

    @Test func `a picture that isn't part of the animation is shown only where that isn't played`() throws {
        let file = three { $0.isDefaultFirst = false }

        let (animation, _) = try decode(file.bytes)

        #expect(animation.frames.count == 3)
        #expect(try PNGDecoder.decode(file.bytes).pixels == AnimationFile.pixels(AnimationFile.separate, 8))
    }

    @Test(
        arguments: [(1, 10, 100), (1, 0, 10), (0, 0, 0), (3, 2, 1500), (65535, 1, 65_535_000)]
            as [(UInt16, UInt16, Int)]
    )
    func `a delay is a fraction of a second, and hundredths of it without a denominator`(
        numerator: UInt16,
        denominator: UInt16,
        milliseconds: Int
    ) throws {
        let file = three { file in
            for index in file.frames.indices { file.frames[index].delay = (numerator, denominator) }
        }

        let (animation, _) = try decode(file.bytes)

        #expect(animation.frames.map(\.duration) == Array(repeating: .milliseconds(milliseconds), count: 3))
    }

    @Test func `each frame is scaled down to the size that is asked for`() throws {
        let (animation, _) = try decode(three().bytes, fitting: Size(width: 2, height: 2))

        #expect(animation.frames.map { [$0.picture.width, $0.picture.height] } == [[2, 1], [2, 1], [2, 1]])
    }

    @Test func `a picture without an animation is one frame`() throws {
        let bytes = PNGBytes(width: 1, height: 1, rows: [0, 7]).bytes

        let (animation, warnings) = try decode(bytes)

        #expect(animation == PictureAnimation(try PNGDecoder.decode(bytes)))
        #expect(warnings == [])
    }

    // MARK: - Errors

    /// Chunks in the order of a file, with one of them changed.
    private func broken(_ change: (inout [(type: String, data: [UInt8])]) -> Void) -> [UInt8] {
        var chunks = three().chunks
        change(&chunks)
        return PNGBytes(chunks).bytes
    }

    private static let breaks: [(String, @Sendable (inout [(type: String, data: [UInt8])]) -> Void)] = [
        ("it has 8 bytes", { $0[1].data.removeLast() }),
        ("there is only one", { $0.insert($0[1], at: 1) }),
        ("1 to 2^31 - 1 frames", { $0[1].data[3] = 0 }),
        ("its chunk acTL promises 4", { $0[1].data[3] = 4 }),
        ("its chunk acTL promises 2", { $0[1].data[3] = 2 }),
        ("it has 26 bytes", { $0[2].data.append(0) }),
        ("its number is 0, not 1", { $0[2].data[3] = 1 }),
        ("its number is 1, not 2", { $0[4].data[3] = 2 }),
        ("only one comes before IDAT, for the whole picture", { $0[2].data[7] = 3 }),
        ("all of them in the picture", { $0[4].data[15] = 9 }),
        ("all of them in the picture", { $0[4].data.replaceSubrange(12..<16, with: [255, 255, 255, 255]) }),
        ("a frame has pixels", { $0[4].data[7] = 0 }),
        ("in ways 0 to 2", { $0[4].data[24] = 3 }),
        ("in ways 0 and 1", { $0[4].data[25] = 2 }),
        ("it has at least 4 bytes", { $0[5].data = [0] }),
        (
            "it comes after the fcTL of its frame",
            {
                $0.swapAt(3, 5)
                $0[3].data[3] = 1
            }
        ),
        (
            "frame 1 has no data",
            {
                $0.removeSubrange(5...6)
                for index in 5...7 { $0[index].data[3] = UInt8(index - 3) }
            }
        ),
        ("frame 1 are malformed", { $0[6].data.removeLast(9) }),
        ("frame 1 are malformed", { $0[5].data[4] ^= 0xFF }),
    ]

    @Test(arguments: breaks.indices)
    func `an animation with an error is the picture that it has besides, with the reason`(index: Int) throws {
        let (reason, change) = Self.breaks[index]

        let (animation, warnings) = try decode(broken(change))

        #expect(animation.frames.map(\.picture.pixels) == [AnimationFile.pixels(red, 8)])
        #expect(warnings.count == 1)
        #expect(warnings.first?.hasPrefix("The animation isn't played. ") == true)
        #expect(warnings.first?.contains(reason) == true)
    }

    @Test func `an animation over a limit is the picture that it has besides`() throws {
        let bytes = three().bytes

        let frames = try decode(bytes, limits: PNGDecoder.Limits(maximumFrames: 2))
        let pixels = try decode(bytes, limits: PNGDecoder.Limits(maximumAnimationPixels: 23))
        let within = try decode(bytes, limits: PNGDecoder.Limits(maximumFrames: 3, maximumAnimationPixels: 24))

        #expect(frames.warnings == ["The animation isn't played. The PNG has 3 frames; the limit is 2."])
        #expect(
            pixels.warnings == [
                "The animation isn't played. The PNG has 3 frames of 4x2 pixels; the limit is 23 pixels together."
            ]
        )
        #expect([frames, pixels, within].map(\.animation.frames.count) == [1, 1, 3])
    }

    @Test func `a file that ends anywhere has all frames, or its picture with a warning, or is refused`() throws {
        let file = three { $0.isDefaultFirst = false }
        let bytes = file.bytes

        for count in 0..<bytes.count {
            guard let (animation, warnings) = try? decode(Array(bytes.prefix(count))) else { continue }
            #expect(!warnings.isEmpty)
            let isWhole = animation.frames.map(\.picture.pixels) == file.composed
            #expect(
                isWhole || animation.frames.map(\.picture.pixels) == [AnimationFile.pixels(AnimationFile.separate, 8)]
            )
        }
    }

    @Test(arguments: seeds(of: 0..<100)) func `no change of a file causes a trap`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<100 {
            var chunks = AnimationFile.random(&random).chunks
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                let index = chunks.indices.randomElement(using: &random) ?? 0
                switch Int.random(in: 0..<4, using: &random) {
                case 0: chunks.remove(at: index)
                case 1: chunks.insert(chunks[index], at: chunks.indices.randomElement(using: &random) ?? 0)
                case 2: chunks[index].data.removeLast(min(chunks[index].data.count, 3))
                default:
                    guard let byte = chunks[index].data.indices.randomElement(using: &random) else { continue }
                    chunks[index].data[byte] = UInt8.random(in: .min ... .max, using: &random)
                }
                guard !chunks.isEmpty else { break }
            }
            // The checksums fit, so that the contents are read.
            let limits = PNGDecoder.Limits(maximumPixels: 10_000, maximumAnimationPixels: 10_000)
            _ = try? PNGDecoder.decodeAnimation(PNGBytes(chunks).bytes, limits: limits, fitting: Self.limit)
        }
    }
}

/// An animated PNG file in RGBA, and what it shows.
struct AnimationFile {
    struct Frame {
        var part: Rect
        var pixels: [UInt8]
        var disposal: UInt8 = 0
        var blending: UInt8 = 0
        var delay: (UInt16, UInt16) = (1, 10)

        init(_ part: Rect, _ pixels: [UInt8]) {
            (self.part, self.pixels) = (part, pixels)
        }
    }

    var width: Int
    var height: Int
    var frames: [Frame] = []
    var plays: UInt32 = 0
    /// Whether the first frame is the file's own picture too.
    var isDefaultFirst = true

    /// The color of the file's own picture where that isn't a frame.
    static let separate: [UInt8] = [1, 2, 3, 255]

    static func pixels(_ color: [UInt8], _ count: Int) -> [UInt8] { (0..<count).flatMap { _ in color } }

    static func random(_ random: inout SeededGenerator) -> AnimationFile {
        var file = AnimationFile(
            width: Int.random(in: 1...6, using: &random),
            height: Int.random(in: 1...6, using: &random)
        )
        file.isDefaultFirst = Bool.random(using: &random)
        file.plays = UInt32.random(in: 0...3, using: &random)
        for index in 0..<Int.random(in: 1...6, using: &random) {
            let isWhole = index == 0 && file.isDefaultFirst
            let width = isWhole ? file.width : Int.random(in: 1...file.width, using: &random)
            let height = isWhole ? file.height : Int.random(in: 1...file.height, using: &random)
            let part = Rect(
                x: Int.random(in: 0...file.width - width, using: &random),
                y: Int.random(in: 0...file.height - height, using: &random),
                width: width,
                height: height
            )
            var frame = Frame(
                part,
                (0..<width * height * 4).map { _ in [0, 255, 99, 128].randomElement(using: &random) ?? 0 }
            )
            frame.disposal = UInt8.random(in: 0...2, using: &random)
            frame.blending = UInt8.random(in: 0...1, using: &random)
            file.frames.append(frame)
        }
        return file
    }

    // MARK: - The file

    private func stream(_ pixels: [UInt8], width: Int) -> [UInt8] {
        let rows = stride(from: 0, to: pixels.count, by: width * 4).flatMap { [0] + pixels[$0..<$0 + width * 4] }
        return PNGBytes.stream(rows)
    }

    var chunks: [(type: String, data: [UInt8])] {
        var sequence: UInt32 = 0
        func number() -> [UInt8] {
            defer { sequence += 1 }
            return PNGBytes.bigEndian(sequence)
        }
        func control(_ frame: Frame) -> [UInt8] {
            let place = [frame.part.width, frame.part.height, frame.part.minX, frame.part.minY]
            let delay = [frame.delay.0, frame.delay.1].flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }
            return number() + place.flatMap { PNGBytes.bigEndian(UInt32($0)) } + delay + [
                frame.disposal, frame.blending,
            ]
        }
        var chunks: [(type: String, data: [UInt8])] = [
            ("IHDR", PNGBytes.header(width: UInt32(width), height: UInt32(height), type: 6)),
            ("acTL", PNGBytes.bigEndian(UInt32(frames.count)) + PNGBytes.bigEndian(plays)),
        ]
        if !isDefaultFirst {
            chunks.append(("IDAT", stream(AnimationFile.pixels(AnimationFile.separate, width * height), width: width)))
        }
        for (index, frame) in frames.enumerated() {
            chunks.append(("fcTL", control(frame)))
            let data = stream(frame.pixels, width: frame.part.width)
            guard index > 0 || !isDefaultFirst else {
                chunks.append(("IDAT", data))
                continue
            }
            // In two chunks: a frame's data may be divided anywhere.
            chunks.append(("fdAT", number() + data.prefix(5)))
            chunks.append(("fdAT", number() + data.dropFirst(5)))
        }
        return chunks + [("IEND", [])]
    }

    var bytes: [UInt8] { PNGBytes(chunks).bytes }

    // MARK: - What it shows

    /// The pixels of each picture, put together with fractions.
    var composed: [[UInt8]] {
        var canvas = [[Double]](repeating: [0, 0, 0, 0], count: width * height)
        var shown: [[UInt8]] = []
        for (index, frame) in frames.enumerated() {
            let before = canvas
            for y in 0..<frame.part.height {
                for x in 0..<frame.part.width {
                    let source = frame.pixels[((y * frame.part.width + x) * 4)...].prefix(4).map(Double.init)
                    let place = (frame.part.minY + y) * width + frame.part.minX + x
                    canvas[place] = frame.blending == 0 ? source : AnimationFile.over(source, canvas[place])
                }
            }
            shown.append(canvas.flatMap { $0.map { UInt8($0) } })
            for y in 0..<frame.part.height {
                for x in 0..<frame.part.width {
                    let place = (frame.part.minY + y) * width + frame.part.minX + x
                    if frame.disposal == 2, index > 0 {
                        canvas[place] = before[place]
                    } else if frame.disposal > 0 {
                        canvas[place] = [0, 0, 0, 0]
                    }
                }
            }
        }
        return shown
    }

    /// Blends as the specification does, with whole numbers at the end of each step.
    private static func over(_ source: [Double], _ below: [Double]) -> [Double] {
        if source[3] == 0 { return below }
        let (a, b) = (source[3] / 255, below[3] / 255)
        let alpha = a + b * (1 - a)
        let colors = (0..<3).map { ((source[$0] * a + below[$0] * b * (1 - a)) / alpha + 1e-9).rounded(.down) }
        return colors + [(alpha * 255 + 1e-9).rounded(.down)]
    }
}
