import Testing

@testable import HostBase

@Suite struct NumberTextTests {
    @Test(
        arguments: [
            (0.5, 0...2, "0.5"), (1, 0...2, "1"), (-0.25, 0...2, "-0.25"), (1001.05, 0...2, "1001.05"),
            (-3, 0...2, "-3"),
            (1.0 / 3, 0...2, "0.33"), (2.0 / 3, 0...2, "0.67"), (0.001, 0...2, "0"), (-0.001, 0...2, "0"),
            (2, 1...3, "2.0"), (0.40434, 1...3, "0.404"), (0.9996, 1...3, "1.0"), (-1.25, 1...3, "-1.25"),
            (0.1, 0...9, "0.1"), (0.05, 2...2, "0.05"), (0.996, 0...0, "1"), (1e300, 0...2, "1e+300"),
            (.infinity, 0...2, "inf"), (.nan, 0...2, "nan"),
        ] as [(Double, ClosedRange<Int>, String)]
    )
    func `a number is rounded to its decimals`(number: Double, decimals: ClosedRange<Int>, text: String) {
        #expect(number.text(decimals: decimals) == text)
    }

    @Test(
        arguments: [
            (.milliseconds(404) + .nanoseconds(340_840), 1...3, "0.404"), (.seconds(2), 1...3, "2.0"),
            (.zero, 1...3, "0.0"),
            (.milliseconds(12_500), 1...3, "12.5"), (.microseconds(-400), 1...3, "0.0"),
            (.milliseconds(-1_250), 1...3, "-1.25"), (.seconds(31_536_000) + .milliseconds(1), 1...3, "31536000.001"),
            (.milliseconds(1_960), 1...1, "1.9"), (.milliseconds(9_999), 1...1, "9.9"), (.seconds(10), 1...1, "10.0"),
            (.seconds(0.3), 1...1, "0.3"), (.seconds(1.001), 3...3, "1.001"), (.milliseconds(2_500), 3...3, "2.500"),
            (.seconds(10), 0...3, "10"), (.milliseconds(2_500), 0...3, "2.5"), (.nanoseconds(1), 0...9, "0.000000001"),
            (.seconds(1) - .nanoseconds(1), 0...3, "0.999"), (.seconds(86_400), 3...3, "86400.000"),
            (.milliseconds(999), 0...0, "0"),
        ] as [(Duration, ClosedRange<Int>, String)]
    )
    func `seconds are cut off after their decimals`(time: Duration, decimals: ClosedRange<Int>, text: String) {
        #expect(time.inSeconds(decimals: decimals) == text)
    }

    @Test(
        arguments: [
            (.zero, "0 s"), (.nanoseconds(4_567), "4.57 µs"), (.microseconds(1500), "1.5 ms"),
            (.microseconds(12_345), "12.3 ms"), (.milliseconds(123), "123 ms"),
            (.seconds(2), "2 s"), (.seconds(119), "119 s"), (.seconds(120), "2 min"), (.seconds(7199), "119 min"),
            (.seconds(7200), "2 h"), (.seconds(172_799), "47 h"), (.seconds(172_800), "2 days"),
        ] as [(Duration, String)]
    )
    func `a time is shown in the unit that suits it`(time: Duration, text: String) {
        #expect(time.inWords == text)
    }

    @Test(arguments: [
        (0, "0 bytes"), (1, "1 byte"), (1023, "1023 bytes"), (1024, "1.0 KiB"), (1536, "1.5 KiB"),
        (10_239, "9.9 KiB"), (10_240, "10 KiB"), (126_976, "124 KiB"), (1 << 20, "1.0 MiB"), (4_000_000, "3.8 MiB"),
        (-1, "-1 bytes"), (.max, "8796093022207.9 MiB"),
    ])
    func `bytes are shown in the unit that suits them`(bytes: Int, text: String) {
        #expect(bytes.bytesInWords == text)
    }

    @Test(arguments: [
        (0, "tap", "0 taps"), (1, "tap", "1 tap"), (2, "tap", "2 taps"), (1, "entry", "1 entry"),
        (3, "entry", "3 entries"),
        (2, "match", "2 matches"),
    ])
    func `a noun follows its number`(count: Int, noun: String, text: String) {
        #expect(count.of(noun) == text)
    }
}
