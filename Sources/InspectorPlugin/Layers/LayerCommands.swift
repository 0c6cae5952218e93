import FoundationEssentials
import HostRuntime

/// The commands for the picture of the windows in depth.
@MainActor enum LayerCommands {
    static func all(_ panel: InspectorPanel) -> [Command] {
        let show = Command(
            id: "inspector.layers",
            title: "Inspect the windows in depth",
            group: "Inspector",
            icon: "◫",
            requiresScreen: true
        ) { [weak panel] _ in
            (panel?.open("windows") as? WindowsPage)?.showLayersOnly()
            return nil
        }
        let file = CommandParameter(
            name: "file",
            title: "File",
            hint: "a name that ends in .svg",
            defaultValue: .string(defaultFile),
            validate: { $0.description.hasSuffix(".svg") ? nil : "must end in .svg" }
        )
        let export = Command(
            id: "inspector.export-layers",
            title: "Write the windows in depth to a file",
            group: "Inspector",
            icon: "⇩",
            parameters: [file]
        ) { [weak panel] arguments in
            guard let panel else { return nil }
            return try await write(panel, to: arguments.text("file"))
        }
        return [show, export]
    }

    static let defaultFile = "layers.svg"

    /// Returns the problem with the name of a picture, or nil.
    static func problem(withFile path: String) -> String? {
        path.hasSuffix(".svg") ? nil : "The name of the picture must end in .svg."
    }

    /// Writes the windows as a picture, and returns what was written, in a sentence.
    static func write(_ panel: InspectorPanel, to path: String) async throws -> String {
        let stack = LayerStack(panel.context.inspection, screen: panel.context.windows.traits.size)
        let text = LayersSVG(stack).text
        do {
            try await panel.context.tasks.perform { try Data(text.utf8).write(to: URL(fileURLWithPath: path)) }
        } catch is CocoaError {
            throw LayersFileError(path: path)
        }
        return "Wrote \(stack.layers.count.of("window")) to \(path)."
    }
}

/// A picture of the windows that can't be written.
struct LayersFileError: Error, Hashable, CustomStringConvertible {
    let path: String

    var description: String { "'\(path)' can't be written. Is the folder there, and may you write to it?" }
}
