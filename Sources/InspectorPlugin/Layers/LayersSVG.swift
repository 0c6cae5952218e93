import HostRuntime

/// The visible windows in depth as an SVG picture.
@MainActor struct LayersSVG {
    private let stack: LayerStack
    private let geometry: Geometry

    /// The projection of a floor: each is sheared, and lies above the one behind it.
    private struct Geometry {
        static let cellWidth = 9.0
        static let cellHeight = 18.0
        let rise: Double
        let top: Double
        let left = 40.0
        // The axes of a floor in the picture.
        let across = (x: 0.82, y: 0.16)
        let down = (x: -0.34, y: 0.50)
    }

    init(_ stack: LayerStack) {
        self.stack = stack
        let rise = 180.0
        geometry = Geometry(rise: rise, top: 40 + rise * Double(max(0, stack.layers.count - 1)))
    }

    /// The picture.
    var text: String {
        let (w, h) = (
            Double(stack.screen.width) * Geometry.cellWidth, Double(stack.screen.height) * Geometry.cellHeight
        )
        let shift = -h * geometry.down.x
        let width = Int(geometry.left * 2 + shift + w * geometry.across.x + 230)
        let height = Int(geometry.top + w * geometry.across.y + h * geometry.down.y + 40)
        var lines = [
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 \(width) \(height)\""
                + " width=\"\(width)\" height=\"\(height)\">",
            "<rect width=\"\(width)\" height=\"\(height)\" rx=\"10\" fill=\"#14161D\"/>",
        ]
        for (floor, layer) in stack.layers.enumerated() {
            let x = geometry.left + shift
            let y = geometry.top - geometry.rise * Double(floor)
            let axes = [geometry.across.x, geometry.across.y, geometry.down.x, geometry.down.y]
            let matrix = (axes + [x, y]).map { $0.text() }.joined(separator: " ")
            lines.append("<g transform=\"matrix(\(matrix))\" shape-rendering=\"geometricPrecision\">")
            lines.append(
                "<rect width=\"\(w.text())\" height=\"\(h.text())\" fill=\"#8C92A4\" fill-opacity=\"0.05\""
                    + " stroke=\"#8C92A4\" stroke-opacity=\"0.45\"/>"
            )
            lines.append("<g opacity=\"\(layer.window.alpha.text())\">")
            lines.append(layer.picture.svg(at: layer.window.frame.origin))
            lines.append("</g>")
            lines.append(outline(of: layer.window))
            lines.append("</g>")
            lines += label(of: layer.window, x: x + w * geometry.across.x + 14, y: y + w * geometry.across.y + 4)
        }
        lines.append("</svg>")
        return lines.joined(separator: "\n") + "\n"
    }

    private func outline(of window: WindowInfo) -> String {
        let color = window.isKey ? "#F2B84B" : "#8C92A4"
        let (x, y) = (Double(window.frame.minX) * Geometry.cellWidth, Double(window.frame.minY) * Geometry.cellHeight)
        let (w, h) = (
            Double(window.frame.width) * Geometry.cellWidth, Double(window.frame.height) * Geometry.cellHeight
        )
        return "<rect x=\"\(x.text())\" y=\"\(y.text())\" width=\"\(w.text())\" height=\"\(h.text())\""
            + " fill=\"none\" stroke=\"\(color)\" stroke-width=\"2\"/>"
    }

    private func label(of window: WindowInfo, x: Double, y: Double) -> [String] {
        func line(_ text: String, _ offset: Double, _ color: String, _ size: Int) -> String {
            "<text x=\"\(x.text())\" y=\"\((y + offset).text())\" fill=\"\(color)\" font-size=\"\(size)\""
                + " font-family=\"ui-sans-serif, 'DejaVu Sans', Helvetica, Arial, sans-serif\">\(text.escapingXML)</text>"
        }
        return [
            line(window.title, 0, window.isKey ? "#F2B84B" : "#E6E1D8", 15),
            line("level \(window.level) · \(window.owner)", 17, "#8C92A4", 12),
        ]
    }
}
