/// One step of a script; `ScriptSyntax` says how each is written.
enum ScriptStep: Hashable, Sendable {
    case wait(Duration)
    case tap(Point, count: Int)
    case press(Point)
    case drag(from: Point, to: Point)
    case key(KeyEvent)
    case keys([KeyEvent])
    case type(String)
    case background
    case foreground
    case lock
    case unlock
    case focusOut
    case focusIn
    case memoryWarning
    case resize(Size)
    case post(String, [String: PlainValue])
    case run(String, [String: PlainValue])
    case enable(String)
    case disable(String)
    case show(Subject)
    case explain(Point)
    case snapshot(file: String?)
    case expect(String)
    case reject(String)
    case advanceDate(days: Int)
    case timeZone(CivilTimeZone)
    case quit

    /// A part of the host that `show` prints.
    enum Subject: String, CaseIterable, Hashable, Sendable {
        case windows
        case plugins
        case commands
        case services
        case store
        case decisions
        case bus

        /// The names of all subjects, as in the usage of `show`.
        static let names = allCases.map(\.rawValue).joined(separator: "|")
    }
}
