import Testing

@testable import HostRuntime

@Suite struct PluginRandomTests {
    private func numbers(_ random: PluginRandom, count: Int = 4) -> [UInt64] {
        var random = random
        return (0..<count).map { _ in random.next() }
    }

    @Test func `a seed gives the numbers of SplitMix64`() {
        // The first numbers of the reference implementation, by Sebastiano Vigna.
        #expect(numbers(PluginRandom(seed: 0), count: 2) == [0xE220_A839_7B1D_CDAF, 0x6E78_9E6A_A1B9_65F4])
        #expect(numbers(PluginRandom(seed: 7)) == numbers(PluginRandom(seed: 7)))
    }

    @Test func `the system's numbers differ each time`() {
        #expect(numbers(PluginRandom()) != numbers(PluginRandom()))
    }

    @Test func `each source that is asked for has numbers of its own`() {
        var parent = PluginRandom(seed: 0)
        var system = PluginRandom()
        let sources = (0..<100).map { _ in parent.fork() } + (0..<100).map { _ in system.fork() }

        #expect(Set(sources.flatMap { numbers($0) }).count == 800)
    }

    @MainActor @Test func `a host in which time is moved by hand seeds its numbers, and another one doesn't`() {
        func seed(_ time: any TimeSource) -> UInt64? {
            let display = Display(DisplayTraits(size: Size(width: 4, height: 2)))
            return HostSetup(name: "test", version: "1", display: display, time: time, plugins: []).seed
        }

        #expect(seed(ManualTime()) == 0)
        #expect(seed(SystemTime()) == nil)
    }
}
