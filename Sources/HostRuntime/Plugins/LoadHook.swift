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
/// @used let hook: LoadHook = { Confetti.load() }
/// ```
///
/// Its name is free, except that a constant inside the plugin's class mustn't be
/// named `load`: `Confetti.load()` would then be that constant, which would call
/// itself forever.
public typealias LoadHook = @convention(c) () -> Void
