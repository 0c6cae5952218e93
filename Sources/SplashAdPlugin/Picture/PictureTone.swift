import HostRuntime

/// The brightness and opacity of a picture, and the page that suits it; a pure value.
struct PictureTone: Hashable, Sendable {
    /// The mean color of the visible pixels; the cover's if there are none.
    let mean: Color

    /// The opaque share of the picture, 0...1.
    let opacity: Double

    init(_ picture: Picture) {
        var sums = (red: 0, green: 0, blue: 0, alpha: 0)
        // All pixels of a small picture, and enough of a large one.
        let step = max(1, picture.width * picture.height / 20_000) * 4
        let starts = stride(from: 0, to: picture.pixels.count - 3, by: step)
        picture.pixels.withUnsafeBufferPointer { pixels in
            for start in starts {
                let alpha = Int(pixels[start + 3])
                sums.red += Int(pixels[start]) * alpha
                sums.green += Int(pixels[start + 1]) * alpha
                sums.blue += Int(pixels[start + 2]) * alpha
                sums.alpha += alpha
            }
        }
        let count = (picture.pixels.count + step - 4) / step
        opacity = Double(sums.alpha) / 255 / Double(max(1, count))
        guard sums.alpha > 0 else {
            mean = PosterColors.cover
            return
        }
        func channel(_ sum: Int) -> UInt8 { UInt8(clamping: sum / sums.alpha) }
        mean = Color(red: channel(sums.red), green: channel(sums.green), blue: channel(sums.blue))
    }

    /// Whether the picture has a shape, like a logo, and must not be cut off.
    var isCutOut: Bool { opacity < 0.9 }

    /// The page behind the picture, and the plate behind a dark picture without a ground.
    var ground: (page: Color, plate: Color?) {
        let page = PosterColors.cover.mixed(with: mean, amount: 0.14)
        return (page, isCutOut && mean.brightness < 90 ? PosterColors.title : nil)
    }
}
