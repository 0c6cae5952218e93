import Testing

@testable import SplashAdPlugin

@Suite struct JSONShapeTests {
    @Test(
        arguments: [
            ("", 0, 1), ("1", 0, 1), ("[]", 1, 2), ("[1,2,3]", 1, 4), (#"{"a":[],"b":{"c":1}}"#, 2, 5),
            (#"["[[[","\"[[,","\\",[1]]"#, 2, 6), ("]]][[", 0, 3), ("[[]][[[]]]", 3, 6),
        ]
    )
    func `lists and objects are counted, and what is in a text is not`(text: String, depth: Int, values: Int) {
        let shape = JSONShape(Array(text.utf8))

        #expect([shape.depth, shape.values] == [depth, values])
    }
}
