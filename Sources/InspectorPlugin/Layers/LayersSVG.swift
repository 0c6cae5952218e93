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
            let matrix = (axes + [x, y]).map(\.shortText).joined(separator: " ")
            lines.append("<g transform=\"matrix(\(matrix))\" shape-rendering=\"geometricPrecision\">")
            lines.append(
                "<rect width=\"\(w.shortText)\" height=\"\(h.shortText)\" fill=\"#8C92A4\" fill-opacity=\"0.05\""
                    + " stroke=\"#8C92A4\" stroke-opacity=\"0.45\"/>"
            )
            lines.append("<g opacity=\"\(layer.window.alpha.shortText)\">")
            lines += cells(of: layer)
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
        return "<rect x=\"\(x.shortText)\" y=\"\(y.shortText)\" width=\"\(w.shortText)\" height=\"\(h.shortText)\""
            + " fill=\"none\" stroke=\"\(color)\" stroke-width=\"2\"/>"
    }

    private func label(of window: WindowInfo, x: Double, y: Double) -> [String] {
        func line(_ text: String, _ offset: Double, _ color: String, _ size: Int) -> String {
            "<text x=\"\(x.shortText)\" y=\"\((y + offset).shortText)\" fill=\"\(color)\" font-size=\"\(size)\""
                + " font-family=\"ui-sans-serif, 'DejaVu Sans', Helvetica, Arial, sans-serif\">\(escaped(text))</text>"
        }
        return [
            line(window.title, 0, window.isKey ? "#F2B84B" : "#E6E1D8", 15),
            line("level \(window.level) · \(window.owner)", 17, "#8C92A4", 12),
        ]
    }

    // MARK: - Cells

    private struct Run {
        var x: Int
        var columns: Int
        var text: String
        let style: Style
    }

    private func cells(of layer: LayerStack.Layer) -> [String] {
        let size = layer.picture.size
        var lines: [String] = []
        for y in 0..<size.height {
            let runs = runs(layer.picture, y)
            let top = Double(layer.window.frame.minY + y) * Geometry.cellHeight
            for run in merged(runs) {
                guard let background = run.style.background else { continue }
                let (x, width) = place(run, in: layer.window)
                lines.append(
                    "<rect x=\"\(x)\" y=\"\(top.shortText)\" width=\"\(width)\" height=\"18.5\" fill=\"\(background)\"/>"
                )
            }
            for run in runs where run.text.contains(where: { $0 != " " }) {
                let (x, width) = place(run, in: layer.window)
                lines.append(
                    "<text x=\"\(x)\" y=\"\((top + 14).shortText)\" textLength=\"\(width)\""
                        + " lengthAdjust=\"spacingAndGlyphs\" font-size=\"14.95\" fill=\"\(run.style.foreground)\""
                        + (run.style.attributes.contains(.bold) ? " font-weight=\"bold\"" : "")
                        + " font-family=\"ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace\""
                        + " xml:space=\"preserve\">\(escaped(run.text))</text>"
                )
            }
        }
        return lines
    }

    private func place(_ run: Run, in window: WindowInfo) -> (String, String) {
        let x = Double(window.frame.minX + run.x) * Geometry.cellWidth
        return (x.shortText, (Double(run.columns) * Geometry.cellWidth).shortText)
    }

    /// Neighboring cells of one style.
    private func runs(_ picture: WindowSnapshot, _ y: Int) -> [Run] {
        var runs: [Run] = []
        var isOpen = false
        for x in 0..<picture.size.width {
            guard let cell = picture.cell(at: Point(x: x, y: y)) else {
                isOpen = false
                continue
            }
            if isOpen, let last = runs.last, cell.character.isEmpty || last.style == cell.style {
                runs[runs.count - 1].columns += 1
                runs[runs.count - 1].text += cell.character
            } else {
                runs.append(Run(x: x, columns: 1, text: cell.character, style: cell.style))
            }
            isOpen = true
        }
        return runs
    }

    /// Runs whose background is one, for fewer rectangles.
    private func merged(_ runs: [Run]) -> [Run] {
        runs.reduce(into: []) { merged, run in
            if let last = merged.last, last.x + last.columns == run.x, last.style.background == run.style.background {
                merged[merged.count - 1].columns += run.columns
            } else {
                merged.append(run)
            }
        }
    }

    private func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            // XML can't represent these.
            case ..<" ", "\u{FFFE}", "\u{FFFF}": result += " "
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
