import Synchronization

/// A copy of a message with its type erased.
///
/// Sticky values are kept in boxes, as are messages that an observer can't have yet.
/// Copies of a box share the message; a box is filled before others can reach it,
/// and emptied only when one holder is left.
struct MessageBox: @unchecked Sendable {  // Reason: the message and its owner never change while shared.
    fileprivate struct Header {
        let layout: MessageLayout
        var owner: Owner
        var isFull: Bool
    }

    /// The message behind its header, so that both are one piece of memory.
    fileprivate final class Storage: ManagedBuffer<Header, UInt64> {
        deinit {
            empty()
        }

        // Read by the header's address, which isn't checked for exclusive access each time.
        var layout: MessageLayout { withUnsafeMutablePointerToHeader { $0.pointee.layout } }
        var isFull: Bool { withUnsafeMutablePointerToHeader { $0.pointee.isFull } }

        var address: UnsafeMutableRawPointer {
            let alignment = layout.alignment
            return withUnsafeMutablePointerToElements {
                UnsafeMutableRawPointer($0).alignedUp(toMultipleOf: alignment)
            }
        }

        func empty() {
            guard header.isFull else { return }
            header.isFull = false
            header.owner = .host
            header.layout.destroy(address)
        }
    }

    fileprivate var storage: Storage

    /// Copies a message.
    init(_ message: UnsafeRawPointer, _ layout: MessageLayout, owner: Owner) {
        let buffer = Storage.create(minimumCapacity: layout.words) { _ in
            Header(layout: layout, owner: owner, isFull: true)
        }
        // `create` returns an instance of the class that it's called on.
        storage = unsafeDowncast(buffer, to: Storage.self)
        layout.copy(message, to: storage.address)
    }

    /// The owner of the post.
    var owner: Owner { storage.header.owner }

    /// The message; nil in an empty box.
    ///
    /// The type must be the one that was copied.
    func value<M: Sendable>(as type: M.Type) -> M? {
        storage.header.isFull ? storage.address.assumingMemoryBound(to: type).pointee : nil
    }

    /// Calls the body with the address of the message.
    func withMessage(_ body: (UnsafeRawPointer) -> Void) {
        withExtendedLifetime(storage) {
            if storage.header.isFull { body(storage.address) }
        }
    }

    /// Copies a message into an empty box.
    func fill(from message: UnsafeRawPointer, owner: Owner) {
        storage.layout.copy(message, to: storage.address)
        storage.withUnsafeMutablePointerToHeader { header in
            if header.pointee.owner != owner { header.pointee.owner = owner }
            header.pointee.isFull = true
        }
    }

    /// Replaces the message by another without running any code of its type; returns false where that can't be done.
    mutating func overwrite(with message: UnsafeRawPointer, owner: Owner) -> Bool {
        guard isKnownUniquelyReferenced(&storage), storage.isFull, storage.layout.isTrivial else { return false }
        fill(from: message, owner: owner)
        return true
    }

    /// Releases the message if no other holder is left, and returns whether it did.
    mutating func emptyIfUnshared() -> Bool {
        guard isKnownUniquelyReferenced(&storage) else { return false }
        storage.empty()
        return true
    }
}

/// A place for one box, which threads exchange without a lock.
struct MessageBoxSlot: ~Copyable, Sendable {
    /// The address of the box's storage; 0 for none.
    private let address = Atomic<UInt>(0)

    deinit {
        _ = exchange(nil)
    }

    /// Stores a box, and returns the one that was there.
    func exchange(_ box: consuming MessageBox?) -> MessageBox? {
        let new = box.map { UInt(bitPattern: Unmanaged.passRetained($0.storage).toOpaque()) } ?? 0
        let old = address.exchange(new, ordering: .acquiringAndReleasing)
        return UnsafeRawPointer(bitPattern: old).map { MessageBox(Unmanaged.fromOpaque($0).takeRetainedValue()) }
    }
}

extension MessageBox {
    fileprivate init(_ storage: Storage) {
        self.storage = storage
    }
}

/// The size of a message type, and the ways to copy and release a message, with the type erased.
struct MessageLayout: Sendable {
    /// The number of words that a message needs wherever the first one lies.
    let words: Int
    let alignment: Int
    /// The distance between two messages in memory.
    let stride: Int
    private let size: Int
    /// Whether a copy is only its bytes.
    let isTrivial: Bool
    private let copyOne: @Sendable (_ from: UnsafeRawPointer, _ to: UnsafeMutableRawPointer) -> Void
    private let moveOne: @Sendable (_ from: UnsafeMutableRawPointer, _ to: UnsafeMutableRawPointer) -> Void
    private let destroyOne: @Sendable (UnsafeMutableRawPointer) -> Void

    init<M: Sendable>(_ type: M.Type) {
        size = MemoryLayout<M>.size
        alignment = MemoryLayout<M>.alignment
        stride = MemoryLayout<M>.stride
        words = (size + max(0, alignment - 8) + 7) / 8
        isTrivial = _isPOD(type)
        copyOne = { $1.initializeMemory(as: M.self, from: $0.assumingMemoryBound(to: M.self), count: 1) }
        moveOne = { $1.moveInitializeMemory(as: M.self, from: $0.assumingMemoryBound(to: M.self), count: 1) }
        destroyOne = { $0.assumingMemoryBound(to: M.self).deinitialize(count: 1) }
    }

    @inline(__always)
    func copy(_ message: UnsafeRawPointer, to address: UnsafeMutableRawPointer) {
        if isTrivial {
            address.copyMemory(from: message, byteCount: size)
        } else {
            copyOne(message, address)
        }
    }

    /// Moves a message, after which there is none at the old address.
    @inline(__always)
    func move(_ message: UnsafeMutableRawPointer, to address: UnsafeMutableRawPointer) {
        if isTrivial {
            address.copyMemory(from: message, byteCount: size)
        } else {
            moveOne(message, address)
        }
    }

    @inline(__always)
    func destroy(_ message: UnsafeMutableRawPointer) {
        if !isTrivial { destroyOne(message) }
    }
}
