import TestSupport
import Testing

@testable import HostRuntime

@Suite(.tags(.registration)) struct RuntimeStampTests {
    @Test func `the file of a library tells the interface that it was compiled against`() {
        let bytes = Array("\u{7F}ELF...HostRuntime interface \0HHostRuntime interface 0BADCAFE\0".utf8)

        #expect(RuntimeStamp.interface(ofLibrary: bytes) == 0x0BAD_CAFE)
        #expect(RuntimeStamp.interface(ofLibrary: Array(bytes.dropLast(2))) == nil)
        #expect(RuntimeStamp.interface(ofLibrary: []) == nil)
    }

    @Test func `the mark in a plugin's file is the interface of its stamp`() {
        let mark = Array("\(RuntimeStamp.compiledMark)".utf8)

        #expect(RuntimeStamp.interface(ofLibrary: mark) == RuntimeStamp.current.interface)
    }
}
