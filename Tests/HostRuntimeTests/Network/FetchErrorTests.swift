import Testing

@testable import HostRuntime

@Suite struct FetchErrorTests {
    @Test(arguments: [
        (FetchError.Reason.status(500), "the server answered 500"),
        (.tooLarge(limit: 262_144), "the response is over 262144 bytes"),
        (.timedOut(.seconds(15)), "no complete response within 15 s"),
        (.timedOut(.milliseconds(500)), "no complete response within 0.5 s"),
        (.tooManyRedirects(limit: 5), "it redirects more than 5 times"),
        (
            .forbiddenRedirect("'file:///etc/passwd', which is not an http or https address"),
            "it redirects to 'file:///etc/passwd', which is not an http or https address"
        ),
        (.connection("the connection failed: it was reset"), "the connection failed: it was reset"),
        (.invalidAddress("names no host"), "the address names no host"),
    ])
    func `a reason describes what happened`(reason: FetchError.Reason, text: String) {
        #expect("\(reason)" == text)
    }

    @Test func `an error names the address, the reason and the way out`() {
        let error = FetchError("https://me:secret@a.example/x", .tooLarge(limit: 100))

        #expect(
            "\(error)" == "'https://•••@a.example/x' was not fetched: the response is over 100 bytes. "
                + "If the file may be that large, raise the limit of the request."
        )
    }

    @Test(arguments: [(404, "Is the address right?"), (503, "Try again later.")])
    func `a status says whether the address or the server is to blame`(status: Int, wayOut: String) {
        #expect(
            "\(FetchError("http://a.example/", .status(status)))"
                == "'http://a.example/' was not fetched: the server answered \(status). \(wayOut)"
        )
    }
}
