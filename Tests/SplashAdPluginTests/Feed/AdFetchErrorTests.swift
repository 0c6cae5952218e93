import Testing

@testable import SplashAdPlugin

@Suite struct AdFetchErrorTests {
    @Test(arguments: [
        (AdFetchError.status(500), "the server answered 500"),
        (.tooLarge(limit: 262_144), "the response is over 262144 bytes"),
        (.timedOut(.seconds(15)), "no complete response within 15 s"),
        (.timedOut(.milliseconds(500)), "no complete response within 0.5 s"),
        (.tooManyRedirects(limit: 5), "it redirects more than 5 times"),
        (
            .forbiddenRedirect("'file:///etc/passwd', which is not an http or https address"),
            "it redirects to 'file:///etc/passwd', which is not an http or https address"
        ),
        (.connection("the connection failed: it was reset"), "the connection failed: it was reset"),
        (.cancelled, "the fetch was cancelled"),
    ])
    func `an error describes what happened`(error: AdFetchError, text: String) {
        #expect("\(error)" == text)
    }
}
