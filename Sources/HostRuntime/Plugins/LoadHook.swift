/// A function that the system's loader calls before `main`, to record a plugin.
///
/// A constant of this type in the binary's initializer section is what
/// `+load` is to an Objective-C class (SE-0492: `@section` and `@used`):
///
/// ```swift
/// @section(".init_array") @used let load: LoadHook = { Confetti.load() }
/// ```
///
/// It stands at file scope: inside the plugin's class, `Confetti.load()` would be
/// the constant itself, which would call itself forever. Two plugins in one module
/// give their constants two names.
public typealias LoadHook = @convention(c) () -> Void
