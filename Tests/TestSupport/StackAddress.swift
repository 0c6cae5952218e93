/// The address of something on the stack right where this is called from.
@inline(never)
package func stackAddress() -> UInt {
    var mark = 0
    return withUnsafeMutablePointer(to: &mark) { UInt(bitPattern: $0) }
}
