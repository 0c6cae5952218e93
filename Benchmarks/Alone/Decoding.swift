// Decodes a PNG; prints the nanoseconds of processor time that it took, the median of several times. Compiled with the
// files of the runtime that it needs, and not optimised, as `swift run` builds them.
//
//     decoding FILE
import Foundation

@main enum Decoding {
    static func main() throws {
        let file = URL(fileURLWithPath: CommandLine.arguments.dropFirst().first ?? "")
        let bytes = [UInt8](try Data(contentsOf: file))
        let limits = PNGDecoder.Limits(maximumBytes: bytes.count)
        let times = try (0..<9).map { _ in
            let start = Clock.thread.now
            _ = try PNGDecoder.decode(bytes, limits: limits)
            return Clock.thread.now - start
        }
        print(times.sorted()[times.count / 2])
    }
}
