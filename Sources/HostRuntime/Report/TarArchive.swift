/// The bytes of a tar file (ustar), which every `tar` reads; for a few small files.
struct TarArchive {
    private static let blockSize = 512

    private var files: [UInt8] = []

    /// The bytes of the whole file.
    var bytes: [UInt8] { files + [UInt8](repeating: 0, count: 2 * TarArchive.blockSize) }

    /// Adds a file for its user alone; `time` is in seconds since 1970, and a name has at most 99 bytes.
    mutating func add(_ name: String, _ contents: [UInt8], time: Int) {
        var header = [UInt8](repeating: 0, count: TarArchive.blockSize)
        func put(_ text: String, at place: Int, limit: Int) {
            for (index, byte) in text.utf8.prefix(limit).enumerated() { header[place + index] = byte }
        }
        func put(_ number: Int, at place: Int, digits: Int) {
            let octal = String(max(0, number), radix: 8)
            put(String(repeating: "0", count: max(0, digits - octal.count)) + octal, at: place, limit: digits)
        }
        put(name, at: 0, limit: 99)
        put(0o600, at: 100, digits: 7)
        put(0, at: 108, digits: 7)
        put(0, at: 116, digits: 7)
        put(contents.count, at: 124, digits: 11)
        put(time, at: 136, digits: 11)
        put("        ", at: 148, limit: 8)
        put("0", at: 156, limit: 1)
        put("ustar", at: 257, limit: 5)
        put("00", at: 263, limit: 2)
        // The sum of the header's bytes, with spaces in its own place.
        put(header.reduce(0) { $0 + Int($1) }, at: 148, digits: 6)
        header[154] = 0
        let rest = contents.count % TarArchive.blockSize
        files += header + contents + [UInt8](repeating: 0, count: rest == 0 ? 0 : TarArchive.blockSize - rest)
    }
}
