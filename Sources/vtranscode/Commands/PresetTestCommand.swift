import ArgumentParser
import PresetEvaluation
import Presets

/// `vtranscode presets test`: encodes samples with presets, and checks the packages.
struct PresetTestCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "test",
        abstract: "Encode samples with presets, and check the packages.",
        discussion: """
            The first seconds of each clip of --media (by default testmedia/ in the current \
            folder) are encoded as run does. Then the packages are read byte by byte: playlists, \
            ceilings, keyframes, profiles and levels, and the preset's own section expect. Errors \
            exit with 65; notes do not.

            EXAMPLES
              vtranscode presets test presets/
              vtranscode presets test own.yaml --media clips/ --format junit > report.xml
            """)

    @Argument(help: "Presets: files, folders of files, or names.", completion: .file())
    var presets: [String]

    @Option(help: "The format of the report.")
    var format = EvaluationFormat.text

    @OptionGroup var evaluation: EvaluationOptionGroup

    func run() async throws {
        let loaded = try PresetFiles.find(presets).map { (file: $0, preset: try Preset.load($0)) }
        let evaluations = try await evaluation.run(loaded)
        StandardStream.output.print(try format.text(of: evaluations))
        if evaluations.contains(where: \.hasFailed) { throw CommandStatus.badData.exitCode }
    }
}

/// The format of the report of `presets test`.
enum EvaluationFormat: String, ExpressibleByArgument, CaseIterable {
    case text, junit, github, json

    func text(of evaluations: [EvaluatedPreset]) throws -> String {
        switch self {
        case .text: EvaluationTable(evaluations).text
        case .junit: EvaluationJUnit(evaluations).text
        case .github: EvaluationAnnotations(evaluations).text
        case .json: try JSONText.of(evaluations)
        }
    }
}
