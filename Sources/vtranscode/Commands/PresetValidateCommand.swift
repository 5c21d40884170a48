import ArgumentParser
import Logging
import MediaModel
import Presets
import Transcoding

/// `vtranscode presets validate`: reports the problems of presets.
struct PresetValidateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "validate",
        abstract: "Report all problems of presets at once.",
        discussion: """
            Errors prevent encoding or playback, warnings are bad practice, notes are hints; \
            docs/presets.md explains each rule. The encoders of this build are checked as well.

            EXAMPLES
              vtranscode presets validate presets/ --strict
              vtranscode presets validate team.yaml --format github
              vtranscode presets validate presets/ --format sarif > presets.sarif

            EXIT STATUS
              0    no errors, and with --strict no warnings
              65   errors, or with --strict warnings
              69   the only problem is an encoder that this build lacks
            """)

    @Argument(
        help: "Presets: files, folders of files, or names of shipped presets.",
        completion: .file(extensions: ["yaml", "yml"]))
    var presets: [String]

    @Option(help: "The format of the report.")
    var format = ValidationFormat.text

    @Flag(help: "Fail on warnings, too.")
    var strict = false

    @OptionGroup var log: LogOptions

    func run() throws {
        let reviews = PresetFiles.find(presets).map { Self.review($0, logger: log.logger) }
        let validation = Validation(reviews, isStrict: strict)
        StandardStream.output.print(try format.text(of: validation))
        if validation.status != .success { throw validation.status.exitCode }
    }

    /// Returns the problems of a preset by its rules and by the encoders of this build.
    static func review(_ nameOrPath: String, logger: Logger) -> PresetReview {
        var review = Preset.review(nameOrPath)
        guard let preset = review.preset else { return review }
        let problems =
            EncoderCheck.problems(for: preset, logger: logger)
            + VideoQuality.problems(for: preset)
        for problem in problems { review.add(problem) }
        return review
    }
}
