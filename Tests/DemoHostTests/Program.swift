import Foundation

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

    /// Runs an executable to its end; the output has to fit into a pipe.
    static func run(_ arguments: String..., executable: URL = path, input: String = "") throws -> Outcome {
        try run(arguments, executable: executable, input: input)
    }

    /// Runs the program while nobody reads its output; returns the signal that ends it, or 0.
    static func runWithoutReader(_ arguments: String..., input: String) throws -> Int32 {
        let process = Process()
        process.executableURL = path
        process.arguments = arguments
        let pipes = (input: Pipe(), output: Pipe())
        process.standardInput = pipes.input
        process.standardOutput = pipes.output
        try pipes.output.fileHandleForReading.close()
        try process.run()
        pipes.input.fileHandleForWriting.write(Data(input.utf8))
        try pipes.input.fileHandleForWriting.close()
        process.waitUntilExit()
        return process.terminationReason == .uncaughtSignal ? process.terminationStatus : 0
    }

    static func run(_ arguments: [String], executable: URL = path, input: String = "") throws -> Outcome {
        let process = Process()
        process.executableURL = executable
        process.arguments = arguments
        let pipes = (input: Pipe(), output: Pipe(), errors: Pipe())
        process.standardInput = pipes.input
        process.standardOutput = pipes.output
        process.standardError = pipes.errors
        try process.run()
        pipes.input.fileHandleForWriting.write(Data(input.utf8))
        try pipes.input.fileHandleForWriting.close()
        let output = pipes.output.fileHandleForReading.readDataToEndOfFile()
        let errors = pipes.errors.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return Outcome(
            status: process.terminationStatus,
            output: String(decoding: output, as: UTF8.self),
            errors: String(decoding: errors, as: UTF8.self)
        )
    }
}
