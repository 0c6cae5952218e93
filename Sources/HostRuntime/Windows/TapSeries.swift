/// The taps at one place that follow one another, as a pure value.
///
/// A press may change what is there: it closes its window, or opens another one
/// in front. The rest of the series, such as the second half of a double click,
/// was meant for what was there before, so it goes nowhere.
struct TapSeries: Hashable, Sendable {
    /// The time after a tap within which the next one belongs to it.
    static let interval = Duration.milliseconds(300)

    /// The number of cells in each direction within which taps are at one place.
    static let slack = 1

    private var window: WindowID?
    private var place = Point.zero
    // The end of the last tap; nil while a touch is under way, and before the first one.
    private var end: Duration?
    private var isOver = false

    /// Begins a touch on the window that is at its place now; returns whether it has to go nowhere.
    mutating func begin(on window: WindowID?, at place: Point, _ now: Duration) -> Bool {
        let isContinued = end.map { now - $0 < TapSeries.interval && isNear(place) } ?? false
        if isContinued {
            isOver = isOver || window != self.window
        } else {
            (self.window, self.place, isOver) = (window, place, false)
        }
        end = nil
        return isOver
    }

    /// Ends the touch under way; one that has moved away is no tap, and ends the series.
    mutating func end(at place: Point, _ now: Duration) {
        end = isNear(place) ? now : nil
    }

    /// Ends the series, because something else comes between its taps.
    mutating func finish() {
        end = nil
    }

    private func isNear(_ place: Point) -> Bool {
        let (x, y) = (
            place.x.subtractingReportingOverflow(self.place.x), place.y.subtractingReportingOverflow(self.place.y)
        )
        return !x.overflow && !y.overflow && max(x.partialValue.magnitude, y.partialValue.magnitude) <= TapSeries.slack
    }
}
