package import FoundationEssentials

/// Returns a moment some seconds after noon GMT on Saturday, the first of November 2025.
package func noon(_ seconds: Double = 0) -> Date {
    Date(timeIntervalSinceReferenceDate: 783_691_200 + seconds)
}

/// The seconds of a day.
package let day = 86_400.0
