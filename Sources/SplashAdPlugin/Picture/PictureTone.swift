import HostRuntime

/// How bright and how see-through a picture is, and the page that suits it; a pure value.
struct PictureTone: Hashable, Sendable {
    /// The mean colour of what can be seen; the cover's where nothing can.
    let mean: Color

    /// How much of it is opaque, 0...1.
    let opacity: Double

    init(_ picture: Picture) {
        var sums = (red: 0, green: 0, blue: 0, alpha: 0)
        // Every pixel of a small picture, and enough of a large one.
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

    /// Whether it has a form of its own, like a logo, and must not be cut off.
    var isCutOut: Bool { opacity < 0.9 }

    /// What lies behind the picture, and behind a dark one without a ground of its own.
    var ground: (page: Color, plate: Color?) {
        let page = PosterColors.cover.mixed(with: mean, amount: 0.14)
        return (page, isCutOut && mean.brightness < 90 ? PosterColors.title : nil)
    }
}
