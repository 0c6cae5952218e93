package import Testing

/// The groups of the project's promises, one for each section of `Documentation/promises.md`.
///
/// A suite that proves a promise carries the tag of its section; `PromisesTests` compares the two.
extension Tag {
    @Tag package static var registration: Self
    @Tag package static var plugins: Self
    @Tag package static var bus: Self
    @Tag package static var lifecycle: Self
    @Tag package static var windows: Self
    @Tag package static var views: Self
    @Tag package static var commands: Self
    @Tag package static var scenarios: Self
    @Tag package static var terminal: Self
    @Tag package static var accessibility: Self
    @Tag package static var program: Self
    @Tag package static var advertisements: Self
    @Tag package static var assistant: Self
    @Tag package static var inspector: Self
    @Tag package static var faults: Self
}
