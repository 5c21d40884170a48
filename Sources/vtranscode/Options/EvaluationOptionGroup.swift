import ArgumentParser
import Foundation
import PresetEvaluation
import Presets
import Transcoding

/// On what presets are tried, and for how long.
struct EvaluationOptionGroup: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "A folder of clips to try presets on, or one clip.", valueName: "dir"),
        completion: .directory)
    var media = "testmedia"

    @Option(help: ArgumentHelp("Seconds of each clip that are encoded.", valueName: "n"))
    var seconds = 4.0

    @Option(
        help: ArgumentHelp("Seconds that the evaluation of one preset may take.", valueName: "n"))
    var limit = 300.0

    @OptionGroup var resources: ResourceOptions
    @OptionGroup var log: LogOptions

    func validate() throws {
        guard seconds >= 1, seconds <= 60 else {
            throw ValidationError("--seconds is 1 to 60; \(seconds) was given.")
        }
        guard limit > 0, limit <= 86_400 else {
            throw ValidationError("--limit is above 0 and at most 86400; \(limit) was given.")
        }
    }

    func options() throws -> EvaluationOptions {
        EvaluationOptions(
            media: media, seconds: seconds, limit: limit, jobs: resources.jobs,
            memory: resources.memory, sandboxMode: try resources.sandboxMode.value())
    }

    /// Tries presets one after the other, saying on standard error what is at work.
    func run(_ presets: [(file: String, preset: Preset)]) async throws -> [EvaluatedPreset] {
        let options = try options()
        let samples: SampleFolder
        do {
            samples = try await SampleFolder(options, logger: log.logger)
        } catch let error as UsageError {
            throw UsageError(description: "\(error); name a folder of short clips with --media")
        }
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
