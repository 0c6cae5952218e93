import Testing

@testable import HostRuntime

@Suite struct DynamicLibraryTests {
    @Test func `a library that can't be opened comes with the system's reason`() {
        let error = #expect(throws: DynamicLibrary.Failure.self) { try DynamicLibrary.open("/missing/library.so") }

        #expect(error?.reason.contains("/missing/library.so") == true)
    }
}
