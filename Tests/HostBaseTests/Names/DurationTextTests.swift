import Testing

@testable import HostBase

@Suite struct DurationTextTests {
    @Test(arguments: [
        (Duration.milliseconds(404) + .nanoseconds(340_840), "0.404"), (.seconds(2), "2.0"), (.zero, "0.0"),
        (.milliseconds(12_500), "12.5"), (.microseconds(-400), "0.0"), (.milliseconds(-1_250), "-1.25"),
        (.seconds(31_536_000) + .microseconds(600), "31536000.001"),
    ])
    func `seconds have one to three decimals`(duration: Duration, text: String) {
        #expect(duration.inThousandths == text)
    }

    @Test(arguments: [0.1, 0.2, 0.3, 0.404, 0.7, 10.1, 59.999])
    func `a duration in milliseconds is the decimal number of seconds`(seconds: Double) {
        #expect(Duration.milliseconds(Int((seconds * 1_000).rounded())).seconds == seconds)
    }

    @Test(arguments: [Double.nan, .infinity, 1e300])
    func `infinity and NaN are not rounded`(number: Double) {
        #expect(number.inThousandths == "\(number)")
    }
}
