import Foundation
import TestSupport

/// The demo host, run as a program of its own.
struct Program {
    /// The status and the output of a run.
    struct Outcome {
        let status: Int32
        let output: String
        let errors: String
    }

    /// The program beside the tests.
    static let path: URL = {
        // The tests' executable is in the build folder, beside the program.
        let tests = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        return tests.deletingLastPathComponent().appendingPathComponent("demo-host")
    }()

    /// The folder of the package.
    static let package = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// Runs an executable to its end; its errors have to fit into a pipe.
    ///
    /// The variables are set beside those of this process.
    static func run(
        _ arguments: String...,
        executable: URL = path,
        setting variables: [String: String] = [:],
        input: String = ""
    ) throws -> Outcome {
        try run(arguments, executable: executable, setting: variables, input: input)
    }

    /// Runs the program while nobody reads its output; returns the signal that ends it, or 0.
    static func runWithoutReader(_ arguments: String..., input: String) throws -> Int32 {
        let process = try ChildProcess(path.path, arguments)
        process.closeOutput()
        process.write(input)
        process.closeInput()
        guard case .signal(let signal) = process.waitForEnd() else { return 0 }
        return signal
    }

    static func run(
        _ arguments: [String],
        executable: URL = path,
        setting variables: [String: String] = [:],
        input: String = ""
    ) throws -> Outcome {
        let process = try ChildProcess(executable.path, arguments, setting: variables)
        process.write(input)
        process.closeInput()
        let (output, errors) = process.readToEnd()
        let status =
            switch process.waitForEnd() {
            case .status(let status): status
            case .signal(let signal): signal
            }
        return Outcome(status: status, output: output, errors: errors)
    }
}
