/// The cells of a screen.
struct CellGrid: ~Copyable {
    let size: Size
    private let buffer: FixedBuffer<Cell>

    init(size: Size, repeating cell: Cell) {
        self.size = size
        buffer = FixedBuffer(repeating: cell, count: size.width * size.height)
    }

    var cells: UnsafeMutableBufferPointer<Cell> { buffer.values }

    @inline(__always)
    func row(_ y: Int) -> UnsafeMutableBufferPointer<Cell> {
        UnsafeMutableBufferPointer(rebasing: buffer.values[y * size.width..<(y + 1) * size.width])
    }
}
