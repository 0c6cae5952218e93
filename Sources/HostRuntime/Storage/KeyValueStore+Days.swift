extension KeyValueStore {
    /// Removes the values of past days, which are under keys that end in `@` and an earlier day.
    ///
    /// A day has the form `2026-11-21`; with any other text nothing is removed.
    /// Other keys stay.
    func removeDays(before day: String) {
        guard KeyValueStore.isDay(day[...]) else { return }
        update { values in
            for key in values.keys {
                guard let mark = key.lastIndex(of: "@") else { continue }
                let suffix = key[key.index(after: mark)...]
                // In this form, the text sorts as the days do.
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
