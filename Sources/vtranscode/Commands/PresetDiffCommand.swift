import ArgumentParser
import PresetEvaluation
import Presets

/// `vtranscode presets diff`: tells what a change of a preset does to samples.
struct PresetDiffCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "diff",
        abstract: "Encode samples by two presets, and tell what differs.",
        discussion: """
            Each clip of --media is encoded by both presets: bytes, quality (SSIM in decibels, VMAF \
            where libavfilter has it) and \
            rungs for each rendition, CPU time for each clip. CPU time varies by some percent from \
            run to run; everything else does not.

            EXAMPLES
              vtranscode presets diff hls-ladder team/own.yaml
              vtranscode presets diff old.yaml new.yaml --format markdown > comment.md
            """)

    @Argument(help: "The preset before: a file, or a name.", completion: .file())
    var before: String

    @Argument(help: "The preset after.", completion: .file())
    var after: String

    @Option(help: "How to tell what differs: text, markdown or json.")
    var format = DifferenceFormat.text

    @OptionGroup var evaluation: EvaluationOptionGroup

    func run() async throws {
        let presets = try [before, after].map { (file: $0, preset: try Preset.load($0)) }
        let evaluations = try await evaluation.run(presets)
        let difference = EvaluationDifference(evaluations[0], evaluations[1])
        StandardStream.output.print(try format.text(of: difference))
        let isWhole = difference.clips.allSatisfy(\.errors.isEmpty)
        if !isWhole { throw CommandStatus.badData.exitCode }
    }
}

/// How `presets diff` tells what differs.
enum DifferenceFormat: String, ExpressibleByArgument, CaseIterable {
    case text, markdown, json

    func text(of difference: EvaluationDifference) throws -> String {
        switch self {
        case .text: DifferenceTable(difference).text
        case .markdown: DifferenceTable(difference).markdown
        case .json: try JSONText.of(difference)
        }
    }
}
