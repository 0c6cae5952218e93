/// A fixed number of plain values, which loops read and write without the checks of an array.
///
/// An array in a stored property is checked for exclusive access and uniqueness
/// at every element; loops over cells took ten times as long when measured. The
/// indices aren't checked in optimised builds. Copies share the memory, which is
/// freed with the last of them.
struct Slab<Element: BitwiseCopyable> {
    let values: UnsafeMutableBufferPointer<Element>
    private let owner: Owner

    /// The part that frees the memory.
    private final class Owner {
        let values: UnsafeMutableBufferPointer<Element>

        init(_ values: UnsafeMutableBufferPointer<Element>) {
            self.values = values
        }

        deinit {
            values.deallocate()
        }
    }

    /// Creates a slab whose values are unknown until they are set.
    init(count: Int) {
        values = .allocate(capacity: count)
        owner = Owner(values)
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
}
