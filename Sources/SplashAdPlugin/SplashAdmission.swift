import HostRuntime

/// The right to one presentation, and the rules by which it was given.
@MainActor final class SplashAdmission {
    /// What is committed when it is painted.
    var reservation: Reservation

    let occasion: SplashFrequency.Occasion

    /// When the occasion was, by the host's clock.
    let moment: Duration

    private var settings: SplashSettings

    init(
        _ reservation: Reservation,
        for occasion: SplashFrequency.Occasion,
        at moment: Duration,
        by settings: SplashSettings
    ) {
        self.reservation = reservation
        self.occasion = occasion
        self.moment = moment
        self.settings = settings
    }

    /// Takes over other settings, and tells whether they may decide otherwise.
    func adopt(_ settings: SplashSettings) -> Bool {
        defer { self.settings = settings }
        return self.settings.dailyCap != settings.dailyCap
            || self.settings.minimumBackground != settings.minimumBackground
    }
}
