import Testing

@testable import HostRuntime

@Suite struct CRC32Tests {
    @Test func `the checksum is that of the published test vector`() {
        let bytes = Array("x123456789x".utf8)

        #expect(CRC32.checksum(of: 1..<10, in: bytes) == 0xCBF4_3926)
    }

    @Test func `the checksum of nothing is 0`() {
        #expect(CRC32.checksum(of: 0..<0, in: []) == 0)
    }
}
