extension PlainValue {
    /// Reads a JSON text in UTF-8, more strictly than the standard demands.
    ///
    /// A name that occurs twice in an object is an error, because one of the
    /// two values would be lost; so is a number that no `Double` holds. Depth
    /// and the number of values are limited while the text is read, so reading
    /// an untrusted text takes no longer than its length demands. A byte order
    /// mark is skipped. A number with a fraction or an exponent is a `double`, and so
    /// is one that no `Int` holds.
    public init(json text: some Collection<UInt8>, maximumDepth: Int = 64, maximumValues: Int = .max) throws(JSONError)
    {
        var reader = JSONReader(Array(text), maximumDepth: maximumDepth, maximumValues: maximumValues)
        self = try reader.read()
    }
}

extension PlainValue {
    /// The value as JSON on one line, which is read back as the same value, with names in alphabetical order.
    ///
    /// A `double` without a fraction is written as `5.0`, which is read as a `double`.
    /// Infinity and not-a-number, which JSON lacks, are written as null.
    public var json: String { json(indented: false) }

    /// The same on several lines, for people to read.
    package var indentedJSON: String { json(indented: true) }

    private func json(indented: Bool) -> String {
        var writer = JSONWriter(indented: indented)
        writer.write(self)
        return String(decoding: writer.bytes, as: UTF8.self)
    }
}
