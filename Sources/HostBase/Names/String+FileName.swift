extension String {
    /// The last name of a path; the path itself if it has none.
    package var fileName: String { split(separator: "/").last.map(String.init) ?? self }

    /// The path of the folder that an absolute path's last name is in.
    package var folder: String { "/" + split(separator: "/").dropLast().joined(separator: "/") }
}
