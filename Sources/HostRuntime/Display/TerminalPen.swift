/// The colors and attributes with which a terminal draws, as far as they are known.
struct TerminalPen {
    private var foreground: UInt32?
    private var background: UInt32?
    private var attributes: TextAttributes = []

    /// Makes the terminal draw with a pen of a `RunList`, with at most one sequence.
    @inline(__always)
    mutating func set(back: UInt64, foreground: UInt32, depth: ColorDepth, output: inout OutputBuffer) {
        let background = UInt32(truncatingIfNeeded: back)
        let attributes = TextAttributes(rawValue: UInt8(truncatingIfNeeded: back >> 32))
        if self.background == background && self.attributes == attributes
            && (self.foreground == foreground || foreground == RunList.anyForeground)
        {
            return
        }
        update(to: foreground, background, attributes, depth: depth, output: &output)
    }

    @inline(never)
    private mutating func update(
        to foreground: UInt32,
        _ background: UInt32,
        _ wanted: TextAttributes,
        depth: ColorDepth,
        output: inout OutputBuffer
    ) {
        let start = output.count
        output.append("\u{1B}[")
        let isBlank = foreground == RunList.anyForeground
        let wasBright = self.foreground ?? 0 >= 8
        // With colors, the canvas has already swapped them.
        let wanted = depth == .monochrome ? wanted : wanted.subtracting(.reverse)
        let showing = depth == .monochrome ? TextAttributes.visibleOnBlank.union(.reverse) : .visibleOnBlank
        // In the Linux console a bright color is a bold one: it stays bold, and ends with bold or begins with faint.
        if depth == .ansi16 && wasBright && !isBlank && foreground < 8 {
            output.append("22;")
            attributes.subtract([.bold, .dim])
        }
        if !isBlank || !attributes.union(wanted).isDisjoint(with: showing) {
            let isIntensitySame = attributes.symmetricDifference(wanted).isDisjoint(with: [.bold, .dim])
            setAttributes(wanted, output: &output)
            if depth == .ansi16 && !isIntensitySame { self.foreground = nil }
        }
        if depth != .monochrome {
            if !isBlank && self.foreground != foreground {
                append(foreground, base: 30, depth: depth, output: &output)
                self.foreground = foreground
            }
            if self.background != background {
                append(background, base: 40, depth: depth, output: &output)
                self.background = background
            }
        }
        if output.count == start + 2 {
            output.removeLast(2)
        } else {
            output.removeLast(1)
            output.append(UInt8(ascii: "m"))
        }
    }

    /// Turns attributes on and off; each code is followed by a semicolon.
    private mutating func setAttributes(_ wanted: TextAttributes, output: inout OutputBuffer) {
        var missing = wanted.subtracting(attributes)
        let surplus = attributes.subtracting(wanted)
        if !surplus.isDisjoint(with: [.bold, .dim]) {
            // One code turns off both.
            output.append("22;")
            missing.formUnion(wanted.intersection([.bold, .dim]))
        }
        if surplus.contains(.italic) { output.append("23;") }
        if surplus.contains(.underline) { output.append("24;") }
        if surplus.contains(.reverse) { output.append("27;") }
        if surplus.contains(.strikethrough) { output.append("29;") }
        if missing.contains(.bold) { output.append("1;") }
        if missing.contains(.dim) { output.append("2;") }
        if missing.contains(.italic) { output.append("3;") }
        if missing.contains(.underline) { output.append("4;") }
        if missing.contains(.reverse) { output.append("7;") }
        if missing.contains(.strikethrough) { output.append("9;") }
        attributes = wanted
    }

    private func append(_ color: UInt32, base: Int, depth: ColorDepth, output: inout OutputBuffer) {
        switch depth {
        case .trueColor:
            output.append(number: base + 8, UInt8(ascii: ";"))
            output.append("2;")
            output.append(number: Int(color >> 16 & 0xFF), UInt8(ascii: ";"))
            output.append(number: Int(color >> 8 & 0xFF), UInt8(ascii: ";"))
            output.append(number: Int(color & 0xFF), UInt8(ascii: ";"))
        case .indexed256:
            output.append(number: base + 8, UInt8(ascii: ";"))
            output.append("5;")
            output.append(number: Int(color), UInt8(ascii: ";"))
        case .ansi16:
            output.append(number: color < 8 ? base + Int(color) : base + 52 + Int(color), UInt8(ascii: ";"))
        case .monochrome:
            break
        }
    }
}
