import Testing

@testable import HostBase

@Suite struct FingerprintTests {
    @Test(arguments: [
        ("", "cbf29ce484222325"), ("a", "af63dc4c8601ec8c"), ("foobar", "85944171f73967e8"),
        ("chongo was here!\n", "46810940eff5f915"),
    ])
    func `fingerprints are those of the published FNV-1a`(text: String, digits: String) {
        #expect(Fingerprint(of: Array(text.utf8)[...]).digits == digits)
    }

    @Test func `another byte, anywhere, is another fingerprint`() {
        let bytes = (0..<200).map { UInt8($0) }
        let others = bytes.indices.map { place in
            var other = bytes
            other[place] ^= 1
            return other
        }

        let fingerprints = Set(([bytes] + others).map { Fingerprint(of: $0[...]) })

        #expect(fingerprints.count == 201)
    }

    @Test func `a slice has the fingerprint of its bytes`() {
        #expect(Fingerprint(of: [1, 2, 3, 4][1...2]) == Fingerprint(of: [2, 3]))
    }

    @Test func `digits begin with zeros where the number is small`() throws {
        let small = try #require(
            (0..<2000).map { Fingerprint(of: Array("\($0)".utf8)[...]) }.first { $0.value >> 60 == 0 }
        )

        #expect(small.digits.utf8.count == 16)
        #expect(UInt64(small.digits, radix: 16) == small.value)
    }
}
