import Foundation

/// What an asciicast shows, and when.
struct Cast {
    /// The output with the seconds since the start.
    private(set) var output: [(time: Double, text: String)] = []
    /// The output at each size of the screen, the first one's first.
    private(set) var outputBySize = [""]
    /// The seconds at its end.
    private(set) var end = 0.0

    /// Reads the lines of a file.
    init(_ text: String) throws {
        for line in text.split(separator: "\n").dropFirst() {
            let event = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [Any] ?? []
            guard event.count == 3, let time = event[0] as? Double, let text = event[2] as? String else { continue }
            end += time
            switch event[1] as? String {
            case "o":
                output.append((end, text))
                outputBySize[outputBySize.count - 1] += text
            case "r": outputBySize.append("")
            default: break
            }
        }
    }
}
