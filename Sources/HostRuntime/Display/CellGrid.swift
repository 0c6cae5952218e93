/// The cells of a screen.
struct CellGrid: ~Copyable {
    let size: Size
    private let slab: Slab<Cell>

    init(size: Size, repeating cell: Cell) {
        self.size = size
        slab = Slab(repeating: cell, count: size.width * size.height)
    }

    var cells: UnsafeMutableBufferPointer<Cell> { slab.values }

    @inline(__always)
    func row(_ y: Int) -> UnsafeMutableBufferPointer<Cell> {
        UnsafeMutableBufferPointer(rebasing: slab.values[y * size.width..<(y + 1) * size.width])
    }
}
