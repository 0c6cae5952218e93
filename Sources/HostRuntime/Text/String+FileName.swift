extension String {
    /// The last name of a path; the path itself if it has none.
    var fileName: String { split(separator: "/").last.map(String.init) ?? self }
}
