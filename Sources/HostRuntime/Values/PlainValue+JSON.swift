extension PlainValue {
    /// Reads a JSON text in UTF-8, more strictly than it has to be.
    ///
    /// A name that an object has twice is a fault, because one of the two values
    /// would be lost, and so are a comma before a closing bracket and a number
    /// that no `Double` holds. Nesting and the number of values are bounded while
    /// it is read, so a stranger's text costs no more than its length. A byte order
    /// mark is passed over.
    public init(json text: some Collection<UInt8>, maximumDepth: Int = 64, maximumValues: Int = .max) throws(JSONFault)
    {
        var reader = JSONReader(Array(text), maximumDepth: maximumDepth, maximumValues: maximumValues)
        self = try reader.read()
    }
}
