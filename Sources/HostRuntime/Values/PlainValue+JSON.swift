extension PlainValue {
    /// Reads a JSON text in UTF-8, more strictly than the standard demands.
    ///
    /// A name that occurs twice in an object is an error, because one of the
    /// two values would be lost; so is a number that no `Double` holds. Depth
    /// and the number of values are limited while the text is read, so reading
    /// an untrusted text takes no longer than its length demands. A byte order
    /// mark is skipped.
    public init(json text: some Collection<UInt8>, maximumDepth: Int = 64, maximumValues: Int = .max) throws(JSONFault)
    {
        var reader = JSONReader(Array(text), maximumDepth: maximumDepth, maximumValues: maximumValues)
        self = try reader.read()
    }
}
