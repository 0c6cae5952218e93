/// A fixed number of plain values, which loops read and write without the checks of an array.
///
/// An array in a stored property is checked for exclusive access and uniqueness
/// at every element; loops over cells took ten times as long when measured. The
/// indices aren't checked in optimised builds.
struct FixedBuffer<Element: BitwiseCopyable>: ~Copyable {
    let values: UnsafeMutableBufferPointer<Element>

    /// Creates a buffer whose values are unknown until they are set.
    init(count: Int) {
        values = .allocate(capacity: count)
    }

    init(repeating value: Element, count: Int) {
        self.init(count: count)
        values.initialize(repeating: value)
    }

    @inline(__always)
    subscript(index: Int) -> Element {
        get { values[index] }
        nonmutating set { values[index] = newValue }
    }

    deinit {
        values.deallocate()
    }
}

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
