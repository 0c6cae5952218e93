/// The text of a store's file: one JSON object with a value by key.
enum StoreFormat {
    /// The largest file in bytes.
    static let sizeLimit = 1 << 20

    /// Returns the values in a file's bytes; throws the reason if there are none.
    static func values(of bytes: [UInt8]) throws(StoreFailure) -> [String: PlainValue] {
        guard bytes.count <= sizeLimit else { throw StoreFailure("it is larger than \(sizeLimit) bytes") }
        let parsed: PlainValue
        do throws(JSONError) {
            // One more level: the object.
            parsed = try PlainValue(json: bytes, maximumDepth: PlainValue.depthLimit + 1)
        } catch {
            throw StoreFailure("it \(error.problem)")
        }
        guard case .dictionary(let values) = parsed else { throw StoreFailure("it is JSON, but not an object") }
        return values
    }

    /// Throws the reason if a text is too large for a file.
    static func check(_ text: [UInt8]) throws(StoreFailure) {
        guard text.count <= sizeLimit else { throw StoreFailure("it would be larger than \(sizeLimit) bytes") }
    }

    /// Returns values as a file gives them back, with null for infinity and not-a-number.
    static func storable(_ values: [String: PlainValue]) throws(StoreFailure) -> [String: PlainValue] {
        guard !values.values.contains(where: { $0.isNested() }) else {
            throw StoreFailure("a value is nested too deeply")
        }
        return values.values.allSatisfy(\.isFinite) ? values : values.mapValues(\.withoutInfinity)
    }
}

extension PlainValue {
    /// Whether no number in the value is infinity or not-a-number.
    fileprivate var isFinite: Bool {
        switch self {
        case .double(let number): number.isFinite
        case .array(let values): values.allSatisfy(\.isFinite)
        case .dictionary(let values): values.values.allSatisfy(\.isFinite)
        default: true
        }
    }

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

/// The reason why a store's file could not be read or written.
struct StoreFailure: Error, Hashable {
    let reason: String

    init(_ reason: String) {
        self.reason = reason
    }

    init(_ error: SystemError) {
        self.init(error.description)
    }
}
