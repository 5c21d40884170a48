import ArgumentParser
import Errors
import Presets
import Testing

@testable import MediaModel
@testable import Transcoding
@testable import vtranscode

@Suite struct CommandStatusTests {
    private static func failure(_ code: UploadError.Code) -> UploadResult {
        UploadResult("x", .failed(UploadError(code, "x", "…", advice: "…")))
    }

    @Test(arguments: [
        (UploadError.Code.empty, CommandStatus.badData), (.notMedia, .badData),
        (.changed, .badData),
        (.noEncoder, .missingEncoder), (.unreadable, .inputOutput), (.output, .inputOutput),
        (.diskFull, .inputOutput), (.exists, .failed), (.internalError, .failed),
    ])
    func statusOfTheOnlyUpload(code: UploadError.Code, status: CommandStatus) {
        #expect(CommandStatus(UploadError(code, "x", "…", advice: "…")) == status)
    }

    @Test func statusOfARun() {
        let good = [UploadResult("a", .done), UploadResult("b", .unchanged)]
        #expect(CommandStatus(good) == .success)
        #expect(CommandStatus([]) == .success)
        #expect(CommandStatus(good + [Self.failure(.truncated)]) == .failed)
        #expect(CommandStatus([Self.failure(.truncated)]) == .failed)
        #expect(CommandStatus(good + [UploadResult("c", .interrupted)]) == .interrupted)
    }

    /// Host errors have their own statuses if all uploads failed.
    @Test func statusOfARunWithHostErrors() {
        #expect(
            CommandStatus([Self.failure(.noEncoder), Self.failure(.noEncoder)]) == .missingEncoder)
        #expect(CommandStatus([Self.failure(.output), Self.failure(.diskFull)]) == .inputOutput)
        #expect(CommandStatus([Self.failure(.output), Self.failure(.empty)]) == .failed)
        #expect(CommandStatus([UploadResult("a", .done), Self.failure(.diskFull)]) == .failed)
    }

    @Test func statusOfOtherErrors() throws {
        #expect(CommandStatus(CancellationError()) == .interrupted)
        #expect(CommandStatus(CommandStatus.missingEncoder.exitCode) == .missingEncoder)
        let preset = #expect(throws: PresetError.self) { try Preset.load("no-such-preset") }
        #expect(CommandStatus(try #require(preset)) == .badData)
        #expect(CommandStatus(InternalError("no result")) == .failed)
        #expect(CommandStatus(UsageError(.noClips("clips"))) == .usage)
        struct SampleStorageError: Error {}
        #expect(CommandStatus(SampleStorageError()) == .inputOutput)
    }

    /// ArgumentParser prints help, the version and usage errors (EX_USAGE).
    @Test(arguments: [
        ["--help"], ["--version"], ["run"], ["run", "a", "--output", "o", "--jobs", "0"],
    ])
    func errorsOfArgumentParserHaveNoStatus(arguments: [String]) throws {
        let error = #expect(throws: (any Error).self) {
            var command = try MainCommand.parseAsRoot(arguments)
            try command.run()
        }
        #expect(CommandStatus(try #require(error)) == nil)
    }
}
