import HostRuntime

/// The right to one presentation, from the occasion to its first frame.
@MainActor final class SplashAdmission {
    /// What the right was given for.
    let occasion: SplashOccasion

    /// What is committed when it is painted; it counts against the limits while nothing is known of the creative, too.
    private(set) var reservation: Reservation

    /// Whose limits it keeps besides those of all; nil while that is not known.
    private var creative: SplashCreative?

    /// By which settings it was given.
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

    /// Whether it holds for a creative by settings; otherwise it has to be asked for anew.
    func isFor(_ creative: SplashCreative, by settings: SplashSettings) -> Bool {
        self.creative == creative && self.settings.hasRules(of: settings)
    }

    func replace(_ reservation: Reservation, of creative: SplashCreative, by settings: SplashSettings) {
        (self.reservation, self.creative, self.settings) = (reservation, creative, settings)
    }
}

extension SplashSettings {
    /// Whether others would decide alike.
    fileprivate func hasRules(of other: SplashSettings) -> Bool {
        (dailyCap, minimumBackground, betweenShows)
            == (other.dailyCap, other.minimumBackground, other.betweenShows)
    }
}
