import TestSupport
import Testing

@testable import HostBase

@Suite(.tags(.registration)) struct DynamicLibraryTests {
    @Test func `a library that can't be opened comes with the system's reason, which names it`() throws {
        let folder = TemporaryFolder()
        let path = "\(folder.path)/libNone.so"
        _ = try OpenFile(path, .writeOnly, options: .create)

        #expect(DynamicLibrary.open(path)?.hasPrefix("\(path): ") == true)
    }
}
