// Draws frames of a workload with the compositor alone, and writes them to a terminal. Compiled with the folders of the
// runtime that the compositor needs, which isn't public.
//
//     frames WORKLOAD COLUMNS ROWS FRAMES
import Glibc

@main enum Frames {
    /// Changes a scene from one frame of a workload to the next.
    static func step(_ scene: inout DriftScene, _ workload: String) {
        switch workload {
        case "drift", "translucent": scene.drift()
        case "drag": scene.drag()
        case "fade": scene.fade()
        default: break
        }
    }

    static func main() {
        let words = CommandLine.arguments
        guard words.count == 5, let columns = Int(words[2]), let rows = Int(words[3]), let count = Int(words[4])
        else { fatalError("frames takes a workload, a size and a number of frames") }
        let size = Size(width: columns, height: rows)
        useRawTerminal()
        var scene = DriftScene(size: size)
        if words[1] == "translucent" { scene.setAlpha(153, ofWindows: [4]) }
        var compositor = Compositor(size: size, depth: .trueColor)
        _ = compositor.render(scene.frame, into: send)

        for _ in 0..<count {
            step(&scene, words[1])
            _ = compositor.render(scene.frame, into: send)
        }
    }

    /// Turns the processing of output off, as the host does: otherwise the kernel looks at each byte.
    private static func useRawTerminal() {
        var settings = termios()
        guard tcgetattr(1, &settings) == 0 else { return }
        cfmakeraw(&settings)
        tcsetattr(1, TCSANOW, &settings)
    }

    private static func send(_ bytes: UnsafeRawBufferPointer) {
        var rest = bytes
        while !rest.isEmpty {
            let count = write(1, rest.baseAddress, rest.count)
            guard count > 0 else { fatalError("The terminal is gone") }
            rest = UnsafeRawBufferPointer(rebasing: rest[count...])
        }
    }
}
