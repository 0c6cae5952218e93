/// The text of a store's file in pieces, so that a commit encodes only the values that it changes.
struct StoreText: Sendable {
    private struct Member: Sendable {
        let key: String
        /// The key and the value, as in an object.
        let text: [UInt8]

        init(_ key: String, _ value: PlainValue) {
            self.key = key
            text = JSONWriter.member(key, value)
        }
    }

    /// The members of the object, with sorted keys, so that equal values give equal files.
    private var members: [Member]

    init(_ values: [String: PlainValue]) {
        members = values.sorted { $0.key < $1.key }.map { Member($0.key, $0.value) }
    }

    /// Encodes the values under some keys again; a key that has none any more is left out.
    mutating func update(_ keys: some Collection<String>, of values: [String: PlainValue]) {
        guard keys.count <= members.count else {
            self = StoreText(values)
            return
        }
        for key in keys {
            let index = firstIndex(from: key)
            let isThere = index < members.count && members[index].key == key
            let member = values[key].map { Member(key, $0) }
            members.replaceSubrange(index..<(isThere ? index + 1 : index), with: member.map { [$0] } ?? [])
        }
    }

    /// Returns the place of the first key that isn't before another one.
    private func firstIndex(from key: String) -> Int {
        var range = members.indices
        while !range.isEmpty {
            let middle = range.lowerBound + range.count / 2
            range = members[middle].key < key ? middle + 1..<range.upperBound : range.lowerBound..<middle
        }
        return range.lowerBound
    }

    /// The whole text.
    var bytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(members.reduce(2) { $0 + $1.text.count + 1 })
        bytes.append(UInt8(ascii: "{"))
        for (index, member) in members.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            bytes += member.text
        }
        bytes.append(UInt8(ascii: "}"))
        return bytes
    }
}
