/// Calls the system for which the C library has no function; the arguments and the result depend on the call.
///
/// Swift can't import `syscall`, whose arguments vary. With plain arguments and
/// a plain result, the calling conventions agree.
@_silgen_name("syscall")
package func systemCall(_ number: Int, _ first: Int, _ second: Int, _ third: Int) -> Int
