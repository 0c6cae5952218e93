import Benchmark

let benchmarks: @Sendable () -> Void = {
    addScenarios()
    addStores()
    addPictures()
    addWindows()
}
