import FoundationEssentials
import TestSupport
import Testing

@testable import HostRuntime

@MainActor @Suite(.tags(.program)) struct RecordingHeadTests {
    private func head(_ configuration: HostConfiguration = HostConfiguration()) -> RecordingHead {
        RecordingHead(
            program: "shop 1.0",
            date: Date(timeIntervalSince1970: 0),
            traits: DisplayTraits(size: Size(width: 80, height: 24)),
            timeZone: .gmt,
            frameInterval: .milliseconds(16),
            seed: 18_446_744_073_709_551_615,
            configuration: configuration,
            plugins: ["weather"],
            stores: [:],
            unrecorded: []
        )
    }

    private func steps(_ head: RecordingHead) throws -> [ScriptStep] {
        try Script(Array(head.text(program: "shop").utf8), size: Size(width: 80, height: 24)).lines.map(\.step)
    }

    @Test func `a recording contains the configuration and the stored values`() throws {
        var head = head(HostConfiguration(["weather": ["city": "Faro", "days": 3]]))
        head.stores = ["weather": ["seen": 2.5]]

        let steps = try steps(head)

        #expect(steps.contains(.configuration(["weather": ["city": "Faro", "days": 3]])))
        #expect(steps.contains(.stored("weather", ["seen": 2.5])))
        #expect(!steps.contains { if case .unrecorded = $0 { true } else { false } })
    }

    @Test func `a recording contains what its random numbers follow from`() throws {
        #expect(try steps(head()).contains(.option(["--seed", "18446744073709551615"])))
    }

    @Test func `a recording contains no setting that is secret, and says which`() throws {
        var head = head(
            HostConfiguration(["weather": ["api-key": "S1", "station": "S2", "server": ["url": "a", "token": "S3"]]])
        )
        head.secretSettings = ["weather": ["station"]]

        let steps = try steps(head)

        #expect(!head.text(program: "shop").contains(/S[1-3]/))
        #expect(
            steps.contains(
                .configuration(
                    ["weather": ["api-key": "•••", "station": "•••", "server": ["url": "a", "token": "•••"]]]
                )
            )
        )
        #expect(
            steps.suffix(3)
                == ["api-key", "server", "station"].map {
                    .unrecorded("the secret setting 'weather.\($0)'; add --set weather.\($0)=VALUE")
                }
        )
    }

    @Test func `a recording contains no stored value that is secret, and says which`() throws {
        var head = head()
        head.stores = ["weather": ["sessionToken": "S1", "user": ["name": "Ada", "password": "S2"], "n": 1]]

        let steps = try steps(head)

        #expect(!head.text(program: "shop").contains(/S[12]/))
        #expect(
            steps.suffix(3) == [
                .stored("weather", ["sessionToken": "•••", "user": ["name": "Ada", "password": "•••"], "n": 1]),
                .unrecorded("the secret value 'sessionToken' in 'weather'"),
                .unrecorded("the secret value 'user' in 'weather'"),
            ]
        )
    }

    @Test func `of an address, a recording has all but its token, and says that it lacks this`() throws {
        let steps = try steps(head(HostConfiguration(["news": ["feed": "http://a.test/feed?access_token=T1&n=2"]])))

        #expect(
            steps.suffix(2) == [
                .configuration(["news": ["feed": "http://a.test/feed?access_token=•••&n=2"]]),
                .unrecorded("the secret setting 'news.feed'; add --set news.feed=VALUE"),
            ]
        )
    }
}
