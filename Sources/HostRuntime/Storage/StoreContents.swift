/// The values of a store: those in the file, and the changes that are not in it yet.
struct StoreContents: Sendable {
    /// The most changes that are kept one by one; older ones then become one.
    static let stepLimit = 1000

    /// What the file holds, as last read or written.
    private(set) var file: [String: PlainValue] = [:]

    /// The changes that could not be written, oldest first.
    private(set) var steps: [StoreStep] = []

    /// The values as this process sees them: its own changes over the file's values.
    private(set) var values: [String: PlainValue] = [:]

    init(file: [String: PlainValue] = [:]) {
        self.file = file
        values = file
    }

    /// Takes in what the file holds now; the changes are made to that.
    mutating func read(_ file: [String: PlainValue]) {
        self.file = file
        values = file
        for step in steps { step.apply(to: &values) }
    }

    /// Adds a transaction that made `after` of `before`, and is done again by a replay where there is one.
    mutating func change(
        from before: [String: PlainValue],
        to after: [String: PlainValue],
        replay: StoreReplay? = nil
    ) {
        guard before != after else { return }
        var replayed = before
        var steps: [StoreStep] = []
        if let replay {
            steps.append(StoreStep(replay))
            replay.body(&replayed)
        }
        // What the replay does not do again is known by what it made of the values.
        if let rest = StoreStep(from: replayed, to: after) { steps.append(rest) }
        if values == before {
            values = after
        } else {
            // The file has been read anew since the transaction began.
            for step in steps { step.apply(to: &values) }
        }
        for step in steps { add(step) }
        if self.steps.count > StoreContents.stepLimit {
            self.steps = StoreStep(from: file, to: values).map { [$0] } ?? []
        }
    }

    private mutating func add(_ step: StoreStep) {
        if let last = steps.indices.last, steps[last].absorb(step) { return }
        steps.append(step)
    }

    /// Keeps another one's changes over the file's values.
    mutating func keepSteps(of other: StoreContents) {
        steps = other.steps
        read(file)
    }

    /// Takes note that all values are in the file.
    mutating func settle() {
        file = values
        steps = []
    }
}
