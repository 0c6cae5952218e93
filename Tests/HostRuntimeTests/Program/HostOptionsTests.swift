import FoundationEssentials
import HostRuntime
import Testing

@Suite struct HostOptionsTests {
    private func problem(_ arguments: String...) -> String? {
        do {
            _ = try HostOptions(arguments: arguments)
            return nil
        } catch {
            return "\(error)"
        }
    }

    @Test func `no arguments run the program in the terminal`() throws {
        try #expect(HostOptions(arguments: []) == HostOptions())
    }

    @Test func `every option is read`() throws {
        let options = try HostOptions(arguments: [
            "--script", "-", "--size", "100x30", "--now", "2026-11-21T09:30:00Z", "--state", "/s", "--config", "c.json",
            "--safe-mode", "--disable-plugin", "a", "--disable-plugin=b", "--only-plugin", "c", "--plugin-path", "p",
            "--ad-feed", "https://example.com/feed", "--no-mouse", "--ascii", "--reduce-motion",
            "--colors", "256",
        ])

        var expected = HostOptions()
        expected.mode = .script("-")
        expected.size = Size(width: 100, height: 30)
        expected.date = Date(timeIntervalSince1970: 1_795_253_400)
        expected.stateDirectory = "/s"
        expected.configurationFile = "c.json"
        expected.isSafeMode = true
        expected.disabledPlugins = ["a", "b"]
        expected.onlyPlugins = ["c"]
        expected.pluginPaths = ["p"]
        expected.adFeed = "https://example.com/feed"
        expected.isPointerDisabled = true
        expected.isASCII = true
        expected.reducesMotion = true
        expected.colorDepth = .indexed256
        #expect(options == expected)
    }

    @Test(arguments: [("true", ColorDepth.trueColor), ("256", .indexed256), ("16", .ansi16), ("none", .monochrome)])
    func `colours are all, 256, 16 or none`(value: String, expected: ColorDepth) throws {
        try #expect(HostOptions(arguments: ["--colors", value]).colorDepth == expected)
    }

    @Test func `another number of colours is refused`() {
        #expect(problem("--colors", "8") == "option --colors is true, 256, 16 or none, not '8'")
    }

    @Test func `listing plugins is a table, or JSON`() throws {
        try #expect(HostOptions(arguments: ["--list-plugins"]).mode == .listPlugins(json: false))
        try #expect(HostOptions(arguments: ["--json", "--list-plugins"]).mode == .listPlugins(json: true))
    }

    @Test func `an unknown option is named with the nearest one`() {
        #expect(problem("--scrpt", "x") == "option --scrpt is not an option; is --script meant?")
        #expect(problem("-v") == "option -v is not an option; see --help")
        #expect(problem("--frobnicate") == "option --frobnicate is not an option; see --help")
    }

    @Test func `a word that is no option is refused`() {
        #expect(problem("run") == "option run is not understood: options begin with --; see --help")
    }

    @Test func `an option without its value is named`() {
        #expect(problem("--size") == "option --size needs a value")
        #expect(problem("--state", "") == "option --state needs a value that is not empty")
        #expect(problem("--ascii=yes") == "option --ascii takes no value")
        #expect(problem("--json") == "option --json goes with --list-plugins")
    }

    @Test func `the size and the date of a script are refused without one`() throws {
        #expect(problem("--size", "80x24") == "option --size goes with --script")
        #expect(problem("--now=2026-11-21") == "option --now goes with --script")
        #expect(problem("--size", "80x24", "--script", "-", "--now", "2026-11-21") == nil)
        try #expect(
            HostOptions(arguments: ["--list-plugins", "--size", "20x5"]).size == Size(width: 20, height: 5)
        )
    }

    @Test(arguments: ["0x0", "80x0", "5000x10", "-1x5"])
    func `a size that no screen has is refused`(size: String) {
        #expect(problem("--size", size) == "option --size takes sides from 1 to 4096, not '\(size)'")
    }

    @Test(arguments: ["80", "80x", "axb", "80x24x3", ""])
    func `a size that is not two numbers is refused`(size: String) {
        #expect(problem("--size", size) == "option --size is WIDTHxHEIGHT, such as 80x24, not '\(size)'")
    }

    @Test(arguments: ["tomorrow", "2026-02-30", "2026-11-21T99:99:99Z", "2026-13-01", "2026-11-21T09:30:00"])
    func `a date that is none is refused`(date: String) {
        #expect(
            problem("--now", date)
                == "option --now is a date such as 2026-11-21 or 2026-11-21T09:30:00Z, not '\(date)'"
        )
    }

    @Test(arguments: ["file:///etc/passwd", "feed", "ftp://example.com", "http://"])
    func `a feed is fetched over http or https only`(url: String) {
        #expect(problem("--ad-feed", url) == "option --ad-feed is an http or https address, not '\(url)'")
    }

    @Test(arguments: [
        "http://bob:hunter2@ads.example/feed.json", "https://hunter2@ads.example", "http://bob:hun/ter2@ads.example",
        "bob:hunter2@ads.example", "http://bob:hunter2@", "http://bob:hunter2@[::1",
    ])
    func `a feed with a password is refused, and the password is not repeated`(url: String) {
        let problem = problem("--ad-feed", url)

        #expect(problem?.contains("hun") == false)
        #expect(problem?.hasPrefix("option --ad-feed ") == true)
    }

    @Test(arguments: [0, 65_536, 99_999])
    func `a feed has a port that there is`(port: Int) {
        #expect(
            problem("--ad-feed", "http://127.0.0.1:\(port)/")
                == "option --ad-feed has the port \(port), and a port is a number from 1 to 65535"
        )
    }

    @Test func `an error carries no control characters to the terminal`() {
        #expect(problem("--\u{1B}[31m")?.contains("\u{1B}") == false)
    }
}
