import HostRuntime
import Testing

@testable import demo_host

@Suite struct FeedAddressTests {
    private func problem(_ text: String) -> String? {
        do {
            _ = try FeedAddress(text)
            return nil
        } catch {
            return "\(error)"
        }
    }

    @Test(arguments: ["http://127.0.0.1:8000/feed.json", "https://ads.example/", "HTTPS://ads.example?shop=1"])
    func `an address on the web is kept as it is`(text: String) throws {
        try #expect(FeedAddress(text).text == text)
    }

    @Test(arguments: ["file:///etc/passwd", "feed", "ftp://example.com", "http://", ""])
    func `a feed is fetched over http or https only`(text: String) {
        #expect(problem(text) == "is an http or https address, not '\(text)'")
    }

    @Test(arguments: [
        "http://bob:hunter2@ads.example/feed.json", "https://hunter2@ads.example", "http://bob:hun/ter2@ads.example",
        "bob:hunter2@ads.example", "http://bob:hunter2@", "http://bob:hunter2@[::1",
    ])
    func `a feed with a password is refused, and the password is not repeated`(text: String) {
        let problem = problem(text)

        #expect(problem != nil)
        #expect(problem?.contains("hun") == false)
    }

    @Test(arguments: [0, 65_536, 99_999])
    func `the port of a feed is a number from 1 to 65535`(port: Int) {
        #expect(
            problem("http://127.0.0.1:\(port)/") == "has the port \(port), and a port is a number from 1 to 65535"
        )
    }
}
