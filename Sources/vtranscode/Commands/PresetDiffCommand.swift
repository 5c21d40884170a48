import ArgumentParser
import PresetEvaluation
import Presets

/// `vtranscode presets diff`: shows the effects of a change of a preset on samples.
struct PresetDiffCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "diff",
        abstract: "Encode samples with two presets, and compare the results.",
        discussion: """
            Each clip of --media is encoded with both presets. The report has the bytes and the \
            quality (SSIM and XPSNR in decibels, VMAF if libavfilter has it) of each rendition, the rungs \
            that were added or dropped, and the CPU time of each clip. CPU time varies by some \
            percent from run to run; everything else does not. The exit status is 65 if AFTER has errors, \
            as in `presets test`; those of BEFORE are only shown.

            EXAMPLES
              vtranscode presets diff hls-ladder team/own.yaml
              vtranscode presets diff old.yaml new.yaml --format markdown > comment.md
            """)

    @Argument(
        help: "The preset before the change: a name, or the path of a file.", completion: .file())
    var before: String

    @Argument(help: "The preset after the change.", completion: .file())
    var after: String

    @Option(help: "The format of the report.")
    var format = DifferenceFormat.text

    @OptionGroup var evaluation: EvaluationOptionGroup

    func run() async throws {
        let presets = try [before, after].map { (file: $0, preset: try Preset.load($0)) }
        let evaluations = try await evaluation.run(presets)
        let difference = EvaluationDifference(evaluations[0], evaluations[1])
        StandardStream.output.print(try format.text(of: difference))
        if difference.afterHasFailed { throw CommandStatus.badData.exitCode }
    }
}

/// The format of the report of `presets diff`.
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
