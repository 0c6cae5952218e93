/// The result of reading a store's file.
struct StoreReading: Sendable {
    /// The file that was read, kept open so that it can be told from others.
    ///
    /// The system gives the number of a removed file to a new one, and its times are
    /// coarse: a file that isn't open could look unchanged after two replacements.
    struct Place: Sendable {
        var sighting = StoreSighting.never
        var descriptor: OpenFile?
    }

    /// The reason why there are no values: the file is damaged or unreadable.
    struct Fault: Error, Hashable {
        let kind: StoreProblem.Kind
        let reason: String
    }

    let place: Place
    let result: Result<[String: PlainValue], Fault>

    init(sighting: StoreSighting, descriptor: OpenFile? = nil, result: Result<[String: PlainValue], Fault>) {
        place = Place(sighting: sighting, descriptor: descriptor)
        self.result = result
    }

    init(damaged reason: String, status: FileStatus, descriptor: OpenFile? = nil) {
        let fault = Fault(kind: .damaged, reason: reason)
        self.init(sighting: .file(status), descriptor: descriptor, result: .failure(fault))
    }

    /// Creates the result of a failed attempt, after which the file is read again.
    init(unreadable reason: String) {
        self.init(sighting: .never, result: .failure(Fault(kind: .unreadable, reason: reason)))
    }
}

/// The file that was there at the last look.
enum StoreSighting: Hashable, Sendable {
    case never
    case absent
    case file(FileStatus)
}
