import HostRuntime

/// The right to one presentation, from the occasion to its first frame.
@MainActor final class SplashAdmission {
    let occasion: SplashOccasion

    /// The reservation to commit with the first frame; it counts even while the creative is unknown.
    private(set) var reservation: Reservation
    private var creative: SplashCreative?

    /// The settings that it was decided by.
    private var settings: SplashSettings

    init(
        _ reservation: Reservation,
        for occasion: SplashOccasion,
        of creative: SplashCreative?,
        by settings: SplashSettings
    ) {
        self.reservation = reservation
        self.occasion = occasion
        self.creative = creative
        self.settings = settings
    }

    /// Whether it is valid for a creative under other settings; if not, decide again.
    func isValid(for creative: SplashCreative, by settings: SplashSettings) -> Bool {
        self.creative == creative && self.settings.hasSameRules(as: settings)
    }

    func replace(_ reservation: Reservation, of creative: SplashCreative, by settings: SplashSettings) {
        (self.reservation, self.creative, self.settings) = (reservation, creative, settings)
    }
}

extension SplashSettings {
    fileprivate func hasSameRules(as other: SplashSettings) -> Bool {
        (dailyCap, minimumBackground, betweenShows)
            == (other.dailyCap, other.minimumBackground, other.betweenShows)
    }
}
