import Testing

@testable import HostRuntime

@Suite struct LibraryRefusalTests {
    private let otherBuild = "; was it built against this build, and is the host linked with --export-dynamic?"

    @Test func `a module that the program lacks, or has as it was before, is named`() {
        let advice = LibraryRefusal.advice(for: "undefined symbol: $s9Forecasts8ForecastON")

        #expect(
            advice
                == "; the program lacks the module 'Forecasts' or has an older one: its target must depend on it and be "
                + "linked with --export-dynamic; build the program and start it again"
        )
    }

    @Test(arguments: [
        "$s11HostRuntime5LabelCMa", "$s10MessageBus0aB0P", "curl_easy_init", "$s", "$s0A", "$s99999999999999999999a",
    ])
    func `a symbol of the runtime, or of no Swift module, is that of another build`(symbol: String) {
        #expect(LibraryRefusal.advice(for: "undefined symbol: \(symbol)") == otherBuild)
    }

    @Test func `another reason speaks for itself`() {
        #expect(LibraryRefusal.advice(for: "invalid ELF header") == "")
    }
}
