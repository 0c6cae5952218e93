/// The text of a store's file: one JSON object with a value by key.
enum StoreFormat {
    /// The largest file in bytes.
    static let sizeLimit = 1 << 20

    /// Returns the values in a file's bytes; throws the reason if there are none.
    static func values(of bytes: [UInt8]) throws(StoreProblem) -> [String: PlainValue] {
        guard bytes.count <= sizeLimit else {
            throw StoreProblem(.damaged, reason: "it is larger than \(sizeLimit) bytes")
        }
        let parsed: PlainValue
        do throws(JSONError) {
            // One more level: the object.
            parsed = try PlainValue(json: bytes, maximumDepth: PlainValue.depthLimit + 1)
        } catch {
            throw StoreProblem(.damaged, reason: "it \(error.problem)")
        }
        guard case .dictionary(let values) = parsed else {
            throw StoreProblem(.damaged, reason: "it is JSON, but not an object")
        }
        return values
    }

    /// Returns the text of a file with some values; throws the reason if it would be too large.
    static func text(of values: [String: PlainValue]) throws(StoreProblem) -> [UInt8] {
        var writer = JSONWriter()
        writer.write(members: values)
        guard writer.bytes.count <= sizeLimit else {
            throw StoreProblem(.refused, reason: "it would be larger than \(sizeLimit) bytes")
        }
        return writer.bytes
    }

    /// Returns a value as a file gives it back, with null for infinity and not-a-number.
    ///
    /// Throws the reason if a file couldn't hold it.
    static func storable(_ value: PlainValue) throws(StoreProblem) -> PlainValue {
        guard !value.isNested() else { throw StoreProblem(.refused, reason: "a value is nested too deeply") }
        return value.withoutInfinity
    }
}

extension PlainValue {
    /// The value with null in place of infinity and not-a-number.
    fileprivate var withoutInfinity: PlainValue {
        switch self {
        case .double(let number) where !number.isFinite: .null
        case .array(let values): .array(values.map(\.withoutInfinity))
        case .dictionary(let values): .dictionary(values.mapValues(\.withoutInfinity))
        default: self
        }
    }
}
