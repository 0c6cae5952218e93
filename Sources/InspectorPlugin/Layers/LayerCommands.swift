import FoundationEssentials
import HostRuntime

/// The commands for the picture of the windows in depth.
@MainActor enum LayerCommands {
    static func all(_ panel: InspectorPanel) -> [Command] {
        let show = Command(
            id: "inspector.layers",
            title: "Inspect the windows in depth",
            group: "Inspector",
            icon: "◫"
        ) { [weak panel] _ in
            (panel?.open("windows") as? WindowsPage)?.showLayersOnly()
            return nil
        }
        let file = CommandParameter(
            name: "file",
            title: "File",
            hint: "a name that ends in .svg",
            defaultValue: "layers.svg",
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
            let path = arguments.text("file")
            let stack = LayerStack(panel.context.inspection, screen: panel.context.windows.traits.size)
            let text = LayersSVG(stack).text
            try await panel.context.tasks.perform { try Data(text.utf8).write(to: URL(fileURLWithPath: path)) }
            return "Wrote \(stack.layers.count) windows to \(path)."
        }
        return [show, export]
    }
}
