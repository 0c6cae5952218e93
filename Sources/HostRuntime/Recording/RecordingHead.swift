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

    /// The seed of the session's random numbers.
    var seed: UInt64?

    /// The sections of the configuration.
    var configuration: HostConfiguration

    /// The settings that are declared secret, by section.
    var secretSettings: [String: Set<String>] = [:]

    /// The ids of the plugins that may run.
    var plugins: [String]

    /// The values of each store.
    var stores: [String: [String: PlainValue]]

    /// The missing parts, as the end of a sentence that begins with "The recording doesn't contain".
    var unrecorded: [String]

    /// The head's lines, with a line feed behind each.
    func text(program name: String) -> String {
        let comments = [
            "\(Script.recordingMark)\(program), recorded at \(date.stamp).",
            "# To run it again: \(name) --script FILE. To see it: add --cast FILE, which the players of asciicasts show.",
            "# It contains the configuration, the stored values and what was typed. It leaves out what was typed into secret",
            "# fields, and has \(PlainValue.hidden) in place of each value that its name or a URL says is secret.",
        ]
        return (comments.map(\.escapingControls) + steps.compactMap(\.text)).map { $0 + "\n" }.joined()
    }

    /// The end of a sentence about plugins that a recording doesn't contain: the option that gives them.
    static func wayOut(plugins folder: String) -> String { "; add --plugin-path \(folder)" }

    /// The words before the value, in a sentence about a setting that a recording doesn't contain.
    static func wayOut(section: String, name: String) -> String { "; add --set \(section).\(name)=" }

    /// The steps that prepare a replay.
    private var steps: [ScriptStep] {
        var options = [
            ["--now", date.stamp], ["--size", "\(traits.size)"],
            ["--colors", traits.colorDepth.rawValue],
            ["--frame-interval", "\(frameInterval.seconds)"],
        ]
        if let seed { options.append(["--seed", "\(seed)"]) }
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
        let sections = hideSecretSettings(&missing)
        if !sections.isEmpty { steps.append(.configuration(sections)) }
        for (namespace, values) in stores.sorted(by: { $0.key < $1.key }) {
            steps.append(.stored(namespace, hideSecrets(in: values, of: namespace, &missing)))
        }
        return steps + missing.map(ScriptStep.unrecorded)
    }

    /// The sections with marks in place of secrets, each of which is added to what is missing.
    private func hideSecretSettings(_ missing: inout [String]) -> [String: PlainValue] {
        var sections: [String: PlainValue] = [:]
        for section in configuration.sectionNames {
            var values = configuration[section]
            for (name, value) in values.sorted(by: { $0.key < $1.key }) {
                let isDeclared = secretSettings[section]?.contains(name) ?? false
                let shown = isDeclared ? .hidden : value.hidingSecrets(under: name)
                guard shown != value else { continue }
                values[name] = shown
                let wayOut = RecordingHead.wayOut(section: section, name: name)
                missing.append("the secret setting '\(section).\(name)'\(wayOut)VALUE")
            }
            sections[section] = .dictionary(values)
        }
        return sections
    }

    private func hideSecrets(
        in values: [String: PlainValue],
        of namespace: String,
        _ missing: inout [String]
    ) -> [String: PlainValue] {
        var shown = values
        for (key, value) in values.sorted(by: { $0.key < $1.key }) {
            shown[key] = value.hidingSecrets(under: key)
            if shown[key] != value { missing.append("the secret value '\(key)' in '\(namespace)'") }
        }
        return shown
    }
}
