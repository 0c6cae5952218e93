import Benchmark

let benchmarks: @Sendable () -> Void = {
    addPictures()
    addWindows()
}
