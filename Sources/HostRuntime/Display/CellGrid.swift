/// The cells of a screen at a fixed place in memory.
///
/// An array in a stored property would be checked for exclusive access and
/// uniqueness at every cell; loops over it took ten times as long when
/// measured.
struct CellGrid: ~Copyable {
    let size: Size
    let cells: UnsafeMutableBufferPointer<Cell>

    init(size: Size, repeating cell: Cell) {
        self.size = size
        cells = .allocate(capacity: size.width * size.height)
        cells.initialize(repeating: cell)
    }

    func row(_ y: Int) -> UnsafeMutableBufferPointer<Cell> {
        UnsafeMutableBufferPointer(rebasing: cells[y * size.width..<(y + 1) * size.width])
    }

    deinit {
        cells.deallocate()
    }
}
