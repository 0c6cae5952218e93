extension KeyValueStore {
    /// Removes the values of past days: of keys that end in `@` and a day before the given one.
    ///
    /// A day is written `2026-11-21`; with anything else nothing is removed. Other
    /// keys stay.
    public func removeDays(before day: String) {
        guard KeyValueStore.isDay(day[...]) else { return }
        update { values in
            for key in values.keys {
                guard let mark = key.lastIndex(of: "@") else { continue }
                let suffix = key[key.index(after: mark)...]
                // Days in this form are in the order of their text.
                if KeyValueStore.isDay(suffix), suffix < day[...] { values[key] = nil }
            }
        }
    }

    private static func isDay(_ text: Substring) -> Bool {
        let bytes = Array(text.utf8)
        return bytes.count == 10
            && bytes.enumerated().allSatisfy { index, byte in
                index == 4 || index == 7
                    ? byte == UInt8(ascii: "-") : (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
            }
    }
}
