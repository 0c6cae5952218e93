/// What was found where a store's file should be.
struct StoreReading: Sendable {
    /// A file that was seen, kept open so that no other file is taken for it.
    ///
    /// A system gives the number of a removed file to the next new one, and its
    /// times are coarse: without this, a file replaced twice could look unchanged.
    struct Place: Sendable {
        var sighting = StoreSighting.never
        var descriptor: FileDescriptor?
    }

    /// Why there are no values.
    enum Fault: Error, Hashable {
        case damaged(String)
        case unreadable(String)
    }

    let place: Place
    let result: Result<[String: PlainValue], Fault>

    init(sighting: StoreSighting, descriptor: FileDescriptor? = nil, result: Result<[String: PlainValue], Fault>) {
        place = Place(sighting: sighting, descriptor: descriptor)
        self.result = result
    }

    init(damaged reason: String, status: FileStatus, descriptor: FileDescriptor? = nil) {
        self.init(
            sighting: .file(status),
            descriptor: descriptor,
            result: .failure(.damaged(reason))
        )
    }

    /// It is looked at again the next time.
    init(unreadable error: SystemError) {
        self.init(unreadable: "\(error)")
    }

    /// It is looked at again the next time.
    init(unreadable reason: String) {
        self.init(sighting: .never, result: .failure(.unreadable(reason)))
    }
}

/// Which file was seen the last time.
enum StoreSighting: Hashable, Sendable {
    case never
    case absent
    case file(FileStatus)
}
