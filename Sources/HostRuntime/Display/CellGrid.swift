/// The cells of a screen in memory that stays where it is while they change.
///
/// An array in a stored property would be checked for exclusive access and
/// for uniqueness at every cell; loops over it were measured to take ten times
/// as long.
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
