import Foundation
import HostRuntime
import Measuring

/// Adds the cell for decoding the picture that `Scripts/bench` draws, if it's there.
func addPictures() {
    let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    let picture = package.appendingPathComponent(".build/picture.png")
    guard FileManager.default.fileExists(atPath: picture.path) else { return }
    row("decode a PNG of 1600 × 1200", "ours", samples: 9) {
        let bytes = [UInt8](try Data(contentsOf: picture))
        let limits = PNGDecoder.Limits(maximumBytes: bytes.count)
        let start = Clock.thread.now
        _ = try PNGDecoder.decode(bytes, limits: limits)
        return Clock.thread.now - start
    }
}
