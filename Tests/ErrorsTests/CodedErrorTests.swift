import Errors
import Testing

private struct SampleError: CodedError {
    enum Code: String { case sample = "SAMPLE" }

    let code = Code.sample
    let message = "it is broken"
    let advice = "repair it"
}

@Suite struct CodedErrorTests {
    @Test func lineHasCodeMessageAndAdvice() {
        #expect(SampleError().line == "SAMPLE: it is broken; repair it")
        #expect(SampleError().description == SampleError().line)
    }

    @Test func causeIsOptional() {
        #expect(SampleError().causes().isEmpty)
    }

    @Test func internalErrorHasCodeAndAdvice() {
        let error = InternalError("no result", cause: SampleError())
        #expect(error.line == "INTERNAL: no result; this is a bug in vtranscode: report it")
        #expect(error.causes().map { "\($0)" } == ["SAMPLE: it is broken; repair it"])
    }

    @Test func recordedCodeIsItsText() {
        #expect(RecordedCode("A_CODE").rawValue == "A_CODE")
        #expect(RecordedCode(rawValue: "A_CODE") == RecordedCode("A_CODE"))
    }
}
