import ArgumentParser
import Errors
import Foundation
import Presets
import S3
import Storage
import SystemPackage
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
        (.changed, .badData), (.badPreset, .badData),
        (.noEncoder, .missingEncoder), (.unreadable, .inputOutput), (.output, .inputOutput),
        (.diskFull, .inputOutput), (.exists, .failed), (.internalError, .failed),
    ])
    func statusOfTheOnlyUpload(code: UploadError.Code, status: CommandStatus) {
        #expect(CommandStatus(UploadError(code, "x", "…", advice: "…")) == status)
    }

    @Test(arguments: [
        (StorageError.Kind.invalidURL("…"), CommandStatus.usage), (.exists, .failed),
        (.object(.unreachable("…")), .inputOutput), (.object(.denied("…")), .inputOutput),
        (.object(.changed), .inputOutput), (.locked, .inputOutput),
        (.recentlyRemoved(seconds: 1), .inputOutput), (.outside, .inputOutput),
    ])
    func statusOfStorage(kind: StorageError.Kind, status: CommandStatus) {
        #expect(CommandStatus(StorageError("read", Location("x"), 0, kind: kind)) == status)
    }

    @Test func mistakesOfBucketSettingsAreBadData() throws {
        let error = #expect(throws: BucketSettingsError.self) {
            try BucketSettingsFile.load("/nowhere/buckets", environment: [:])
        }
        #expect(CommandStatus(try #require(error)) == .badData)
    }

    @Test func statusOfARun() {
        let good = [UploadResult("a", .done), UploadResult("b", .unchanged)]
        #expect(CommandStatus(good) == .success)
        #expect(CommandStatus([]) == .success)
        #expect(CommandStatus(good + [Self.failure(.truncated)]) == .failed)
        #expect(CommandStatus([Self.failure(.truncated)]) == .failed)
        #expect(CommandStatus(good + [UploadResult("c", .interrupted)]) == .interrupted)
    }

    /// docs/commands.md has the status of several uploads with different outcomes.
    @Test func documentHasTheStatusOfSeveralUploads() throws {
        let file = URL(filePath: #filePath).appending(path: "../../../docs/commands.md")
        let text = try String(contentsOf: file.standardizedFileURL, encoding: .utf8)
        let table = text.components(separatedBy: "| outcomes of the uploads |")
        try #require(table.count == 2)
        let rows = table[1].split(separator: "\n").dropFirst(2).prefix { $0.hasPrefix("|") }.map {
            $0.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
        }
        var statuses: Set<Int32> = []
        for row in rows where !row[1].isEmpty {
            let outcomes = row[1].components(separatedBy: ", ")
            let results = try outcomes.map { outcome in
                switch outcome {
                case "published": UploadResult("a", .done)
                case "unchanged": UploadResult("a", .unchanged)
                case "interrupted": UploadResult("a", .interrupted)
                default: Self.failure(try #require(UploadError.Code(rawValue: outcome)))
                }
            }
            let status = CommandStatus(results).rawValue
            #expect(row[2] == "\(status)", "\(row)")
            statuses.insert(status)
            // `probe` ends at an interruption, and publishes nothing.
            guard !outcomes.contains("interrupted") else { continue }
            let failures = results.compactMap { result -> CommandStatus? in
                if case .failed(let error) = result.outcome { CommandStatus(error) } else { nil }
            }
            let probed = CommandStatus(failures: failures, of: results.count).rawValue
            #expect(row[3] == "\(probed)", "\(row)")
        }
        #expect(statuses == [0, 1, 69, 74, 130])
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
