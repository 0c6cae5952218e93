internal import FoundationEssentials

/// The beginning of a recording: everything that its frames depend on and that no step brings about.
struct RecordingHead {
    /// The program's name and version.
    var program: String

    /// The date at which the session begins.
    var date: Date

    /// The size and the capabilities of the display.
    var traits: DisplayTraits

    /// The time zone.
    var timeZone: CivilTimeZone

    /// The shortest time between two frames.
    var frameInterval: Duration

    /// The sections of the configuration.
    var configuration: [String: PlainValue]

    /// The ids of the plugins that may run.
    var plugins: [String]

    /// The values of each store.
    var stores: [String: [String: PlainValue]]

    /// What is missing, as the end of a sentence that begins with "The recording doesn't contain".
    var unrecorded: [String]

    /// The head's lines, with a line feed behind each.
    func text(program name: String) -> String {
        let comments = [
            "# A session of \(program), recorded at \(date.stamp).",
            "# To see it again: \(name) --play FILE. To run it without a terminal: \(name) --script FILE.",
            "# It contains what was typed, except into secret fields, the configuration and the stored values.",
        ]
        return (comments.map(\.escapingControls) + steps.compactMap(\.text)).map { $0 + "\n" }.joined()
    }

    /// The steps that prepare a replay.
    private var steps: [ScriptStep] {
        var options = [
            ["--now", date.stamp], ["--size", "\(traits.size.width)x\(traits.size.height)"],
            ["--colors", traits.colorDepth.optionValue],
            ["--frame-interval", "\(frameInterval.seconds)"],
        ]
        if traits.isASCII { options.append(["--ascii"]) }
        if traits.reducesMotion { options.append(["--reduce-motion"]) }
        var missing = unrecorded
        if let zone = timeZone.portableName {
            options.append(["--time-zone", zone])
        } else {
            missing.append("the machine's time zone, which has no name; GMT takes its place")
        }
        options += plugins.isEmpty ? [["--safe-mode"]] : plugins.sorted().map { ["--only-plugin", $0] }
        var steps = options.map(ScriptStep.option)
        if !configuration.isEmpty { steps.append(.configuration(configuration)) }
        steps += stores.sorted { $0.key < $1.key }.map { .stored($0.key, $0.value) }
        return steps + missing.map(ScriptStep.unrecorded)
    }
}

extension ColorDepth {
    /// The number of colours as the option `--colors` takes it.
    var optionValue: String {
        switch self {
        case .trueColor: "true"
        case .indexed256: "256"
        case .ansi16: "16"
        case .monochrome: "none"
        }
    }
}
