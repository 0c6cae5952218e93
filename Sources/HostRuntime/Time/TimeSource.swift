public import FoundationEssentials

/// Where a clock takes its time from, and who wakes it up.
@MainActor public protocol TimeSource: AnyObject {
    /// The time since the source was made; it never goes back.
    var now: Duration { get }

    /// The calendar time, which a person may set back.
    var date: Date { get }

    /// Where the days begin and end, which changes when a person travels.
    var timeZone: CivilTimeZone { get }

    /// Asks to be woken at a moment, or with nil not at all; the latest call counts.
    ///
    /// The moment may have passed already. `wake` is called on the main actor
    /// and never from inside this method.
    func setWake(at deadline: Duration?, _ wake: @escaping @MainActor () -> Void)
}
