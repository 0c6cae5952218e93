import Testing

@testable import HostRuntime

@Suite struct TapSeriesTests {
    private let before = WindowID(1)
    private let after = WindowID(2)
    private let place = Point(x: 4, y: 4)

    /// Returns which of some taps go nowhere.
    private func excess(_ taps: [(window: WindowID?, place: Point, time: Int)]) -> [Bool] {
        var series = TapSeries()
        return taps.map { tap in
            defer { series.end(at: tap.place, .milliseconds(tap.time)) }
            return series.begin(on: tap.window, at: tap.place, .milliseconds(tap.time))
        }
    }

    @Test func `the rest of a series goes nowhere after a press that changed what is there`() {
        #expect(excess([(before, place, 0), (after, place, 100), (after, place, 200)]) == [false, true, true])
    }

    @Test func `a series that goes on reaches no window, even the first one again`() {
        #expect(excess([(before, place, 0), (nil, place, 299), (before, place, 598)]) == [false, true, true])
    }

    @Test func `a series on one window reaches it with every tap`() {
        #expect(excess([(before, place, 0), (before, place, 100), (before, place, 200)]) == [false, false, false])
    }

    @Test func `a tap after the interval begins another series`() {
        #expect(excess([(before, place, 0), (after, place, 300)]) == [false, false])
    }

    @Test(arguments: [(5, 5, true), (6, 4, false), (4, 2, false), (Int.min, Int.max, false)])
    func `taps within a cell are at one place`(x: Int, y: Int, isContinued: Bool) {
        #expect(excess([(before, place, 0), (after, Point(x: x, y: y), 100)]) == [false, isContinued])
    }

    @Test func `a key and a drag end the series`() {
        var series = TapSeries()

        _ = series.begin(on: before, at: place, .zero)
        series.end(at: place, .zero)
        series.finish()
        let afterKey = series.begin(on: after, at: place, .zero)
        series.end(at: Point(x: 9, y: 9), .zero)
        let afterDrag = series.begin(on: before, at: place, .zero)

        #expect([afterKey, afterDrag] == [false, false])
    }
}
