import FoundationEssentials
import HostRuntime

/// The file with a picture of the windows in depth.
@MainActor enum LayersFile {
    static let defaultName = "layers.svg"

    /// Returns the problem with the name of a picture, or nil.
    nonisolated static func problem(withName path: String) -> String? {
        path.hasSuffix(".svg") ? nil : "must end in .svg"
    }

    /// Writes the windows as a picture, and returns what was written, in a sentence.
    static func write(_ panel: InspectorPanel, to path: String) async throws -> String {
        let stack = LayerStack(panel.context.inspection, screen: panel.context.windows.traits.size)
        let text = LayersSVG(stack).text
        do {
            try await panel.context.tasks.perform { try Data(text.utf8).write(to: URL(fileURLWithPath: path)) }
        } catch is CocoaError {
            throw FileProblem(path: path)
        }
        return "Wrote \(stack.layers.count.of("window")) to \(path)."
    }

    /// The command that writes the picture.
    static func command(_ panel: InspectorPanel) -> Command {
        let file = CommandParameter(
            name: "file",
            title: "File",
            hint: "a name that ends in .svg",
            defaultValue: .string(defaultName),
            validate: { problem(withName: $0.description) }
        )
        return Command(
            id: "inspector.export-layers",
            title: "Write the windows in depth to a file",
            group: "Inspector",
            icon: "⇩",
            parameters: [file]
        ) { [weak panel] arguments in
            guard let panel else { return nil }
            return try await write(panel, to: arguments.text("file"))
        }
    }
}

/// A file that can't be written.
struct FileProblem: Error, Hashable, CustomStringConvertible {
    let path: String

    var description: String { "'\(path)' can't be written. Is the folder there, and may you write to it?" }
}
