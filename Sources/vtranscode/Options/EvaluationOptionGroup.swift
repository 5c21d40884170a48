import ArgumentParser
import Foundation
import PresetEvaluation
import Presets
import Storage
import SystemPackage
import Transcoding

/// The clips and the limits of a preset evaluation.
struct EvaluationOptionGroup: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "A folder of clips, or one clip.", valueName: "dir"),
        completion: .directory, transform: Location.argument)
    var media = Location("testmedia")

    @Option(
        help: ArgumentHelp(
            "The length of the sample of each clip, in seconds, 1 to 60.", valueName: "n"))
    var seconds = 4.0

    @Option(
        help: ArgumentHelp(
            "The maximum time of the evaluation of one preset, in seconds.", valueName: "n"))
    var limit = 300.0

    @OptionGroup var resources: ResourceOptions
    @OptionGroup var storage: StorageOptions
    @OptionGroup var log: LogOptions

    func validate() throws {
        guard seconds >= 1, seconds <= 60 else {
            throw ValidationError("--seconds must be 1 to 60; \(seconds) was given.")
        }
        guard limit > 0, limit <= 86_400 else {
            throw ValidationError("--limit must be above 0 and at most 86400; \(limit) was given.")
        }
    }

    func options() throws -> EvaluationOptions {
        EvaluationOptions(
            media: media, storage: try storage.registry(), seconds: seconds, limit: limit,
            jobs: resources.jobs,
            memory: resources.memory, sandboxMode: try resources.sandboxMode.value())
    }

    /// Evaluates presets one after the other, and prints each finished clip to standard error.
    func run(_ presets: [(file: String, preset: Preset)]) async throws -> [EvaluatedPreset] {
        let options = try options()
        let samples = try await SampleFolder(options, logger: log.logger)
        defer { samples.remove() }
        let evaluation = Evaluation(options, on: samples, logger: log.logger)
        var evaluations: [EvaluatedPreset] = []
        for (file, preset) in presets {
            evaluations.append(
                try await evaluation.run(preset, file: file) { clip in
                    Console.shared.print("\(preset.name): \(clip.clip.printable)")
                })
        }
        return evaluations
    }
}
