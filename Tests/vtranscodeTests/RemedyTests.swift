import Errors
import JobQueue
import MediaModel
import Testing
import Transcoding

@testable import vtranscode

/// The command's remedies, which depend on conditions, not on texts of libraries.
@Suite struct RemedyTests {
    @Test(arguments: [
        (UploadError.Condition.startsAfterEnd, "choose an earlier --from"),
        (
            .longerThanLimit,
            "upload a shorter file, choose a trim range with --from and --to, or raise limits.duration in the preset"
        ),
        (
            .audioFormatExcluded,
            "set limits.formats: all in the preset or use --formats all, or convert it to AAC"
        ),
        (.notSmaller, "keep the upload as it is, or choose a lower --quality"),
        (
            .nameTaken, "choose another --name or --output, or replace the package with --force"
        ),
        (.nameTakenByOther, "choose another --name or --output, or move the existing folder"),
        (
            .nameTakenInBucket,
            "choose another --name or --output, or remove the package with vtranscode package remove and wait until its name is free"
        ),
        (.fileExists, "choose another --output, or replace the file with --force"),
        (.outputIsUpload, "choose another --output, which is not the upload"),
        (.noSpaceForIndex, "free some space, then run vtranscode index"),
    ])
    func conditionHasARemedy(condition: UploadError.Condition, remedy: String) {
        let error = UploadError(
            .exists, "a.mp4", "any text", advice: "any advice", condition: condition)
        #expect(error.remedy == remedy)
        #expect(
            ErrorLine.lines(for: error) == [
                "vtranscode: error: a.mp4: EXISTS: any text; \(remedy)"
            ])
    }

    /// A condition without an option or a command would need no remedy beside the library's advice.
    @Test(arguments: UploadError.Condition.allCases)
    func everyRemedyNamesAnOptionOrACommand(condition: UploadError.Condition) {
        let remedy = Remedy.text(for: condition)
        #expect(remedy.contains("--") || remedy.contains("vtranscode "), "\(remedy)")
    }

    @Test func lowestQualityIsNotAdvisedToBeLower() {
        #expect(
            ["low", "medium", "high", "xpsnr=20"].filter { Quality(argument: $0)?.isLowest == true }
                == ["low"])
        let error = UploadError(
            .tooLarge, "a.mp4", "m", advice: "any", condition: .notSmaller
        ).withoutLowerQuality
        #expect(
            ErrorLine.lines(for: error) == [
                "vtranscode: error: a.mp4: TOO_LARGE: m; keep the upload as it is; no --quality is lower than this one"
            ])
    }

    @Test func adviceOfErrorsWithoutConditionIsPrinted() {
        let advice = "choose another name or output folder, or replace the package"
        #expect(UploadError(.exists, "a", "b", advice: advice).remedy == advice)
    }

    private static func failure(_ condition: String?) -> TaskFailure {
        TaskFailure(
            code: "EXISTS", message: "b", advice: "c", isPermanent: true, condition: condition)
    }

    /// `queue add` has no `--force`.
    @Test func remedyForAJobNamesTheCommandThatReplacesPackages() {
        #expect(
            Self.failure("nameTaken").commandText
                == "EXISTS: b; choose another --name or --output, or replace the package with vtranscode run --force"
        )
    }

    /// The queue may have the failure of another version.
    @Test(arguments: [nil, "ofANewerVersion"])
    func adviceOfAJobWithoutKnownConditionIsPrinted(condition: String?) {
        #expect(Self.failure(condition).commandText == "EXISTS: b; c")
    }

    @Test(arguments: [
        (
            UsageError.Condition.nameForSeveralUploads(2),
            "USAGE: a name is for a single upload; 2 were found; leave out --name"
        ),
        (
            .noClips("clips"),
            "USAGE: the folder has no clips: clips; name a folder of short clips with --media"
        ),
        (
            .noSuchClips("clips"),
            "USAGE: no such file or folder of clips: clips; name a folder of short clips with --media"
        ),
    ])
    func usageErrorHasOneRemedy(condition: UsageError.Condition, text: String) {
        let error = UsageError(condition)
        #expect(!error.line.contains("--"))
        #expect(ErrorLine.lines(for: error) == ["vtranscode: error: \(text)"])
    }
}
