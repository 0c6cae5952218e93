/// The format of a snapshot in a file, which follows from the ending of the file's name.
public enum SnapshotFormat: String, CaseIterable, Sendable {
    /// The text alone.
    case txt
    /// A picture of a terminal window.
    case svg

    /// Creates the format of a file; nil if its name doesn't end in `.txt` or `.svg`.
    public init?(file: String) {
        guard let format = SnapshotFormat.allCases.first(where: { file.hasSuffix(".\($0.rawValue)") }) else {
            return nil
        }
        self = format
    }
}

extension FrameSnapshot {
    /// Returns the content of a file with the frame.
    public func contents(as format: SnapshotFormat) -> String {
        switch format {
        case .txt: text + "\n"
        case .svg: svg
        }
    }
}
