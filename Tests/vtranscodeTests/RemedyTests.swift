import MediaModel
import Testing
import Transcoding

@testable import vtranscode

@Suite struct RemedyTests {
    /// The advice of libraries, which name no options; end-to-end tests have the same errors.
    @Test(arguments: [
        (UploadError.Code.beyondEnd, "choose an earlier start", "choose an earlier --from"),
        (
            .exists, "choose another name or output folder, or replace the package",
            "choose another --name or --output, or replace the package with --force"
        ),
        (
            .exists, "choose another name or output folder, or move the existing folder",
            "choose another --name or --output, or move the existing folder"
        ),
        (
            .exists, "choose another output, or replace the file",
            "choose another --output, or replace the file with --force"
        ),
        (
            .noDecoder, "write limits.formats: all in the preset, or convert it to AAC",
            "write limits.formats: all in the preset or use --formats all, or convert it to AAC"
        ),
        (
            .tooLarge, "keep the upload as it is, or choose a lower quality",
            "keep the upload as it is, or choose a lower --quality"
        ),
        (
            .tooLong, "upload a shorter one, or raise limits.duration",
            "upload a shorter one, choose a trim range with --from and --to, or raise limits.duration"
        ),
    ])
    func adviceNamesOptions(code: UploadError.Code, advice: String, expected: String) {
        let error = UploadError(code, "a.mp4", "reason", advice: advice)
        #expect(error.commandAdvice == expected)
        #expect(
            ErrorLine.lines(for: error) == [
                "vtranscode: error: a.mp4: \(code.rawValue): reason; \(expected)"
            ])
    }

    @Test func adviceOfOtherErrorsIsUnchanged() {
        let advice = "replace the package, or convert it in the preset"
        #expect(UploadError(.damaged, "a", "b", advice: advice).commandAdvice == advice)
        #expect(Remedy.advice(advice, code: "WORKER_LOST") == advice)
        let decoder = "convert it to H.264"
        #expect(UploadError(.noDecoder, "a", "b", advice: decoder).commandAdvice == decoder)
    }

    /// `queue add` has no `--force`.
    @Test func adviceForAJobNamesTheCommandThatReplacesPackages() {
        #expect(
            Remedy.advice(
                "choose another name or output folder, or replace the package", code: "EXISTS",
                force: "vtranscode run --force")
                == "choose another --name or --output, or replace the package with vtranscode run --force"
        )
    }

    @Test func usageErrorHasOneRemedy() {
        let error = UsageError(description: "a name is for a single upload")
        let added = error.adding("leave out --name")
        #expect(added.description == "a name is for a single upload; leave out --name")
        #expect(added.adding("leave out --name") == added)
    }
}
