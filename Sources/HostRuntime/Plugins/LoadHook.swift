/// A function that the system's loader calls before `main`, to record a plugin.
///
/// A constant of this type in the binary's initializer section is what
/// `+load` is to an Objective-C class (SE-0492: `@section` and `@used`):
///
/// ```swift
/// #if objectFormat(MachO)
/// @section("__DATA,__mod_init_func,mod_init_funcs")
/// #else
/// @section(".init_array")
/// #endif
/// @used let load: LoadHook = { Confetti.load() }
/// ```
public typealias LoadHook = @convention(c) () -> Void
