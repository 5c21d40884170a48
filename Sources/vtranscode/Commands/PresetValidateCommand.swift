import ArgumentParser
import Logging
import MediaModel
import Presets
import Transcoding

/// `vtranscode presets validate`: everything that is wrong with presets, before a job finds it.
struct PresetValidateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "validate",
        abstract: "Tell everything that is wrong with presets, at once.",
        discussion: """
            Errors would fail or break playback, warnings are bad practice, notes worth a thought; \
            docs/presets.md explains each rule. The encoders of this build are asked as well.

            EXAMPLES
              vtranscode presets validate presets/ --strict
              vtranscode presets validate team.yaml --format github
              vtranscode presets validate presets/ --format sarif > presets.sarif

            EXIT STATUS
              0    nothing worse than notes, or warnings without --strict
              65   an error; with --strict, a warning too
              69   nothing but an encoder that this build lacks
            """)

    @Argument(
        help: "Preset files, folders of them, or names of shipped ones.",
        completion: .file(extensions: ["yaml", "yml"]))
    var presets: [String]

    @Option(help: "text, json, github, sarif or junit.")
    var format = ValidationFormat.text

    @Flag(help: "Fail on warnings too.")
    var strict = false

    @OptionGroup var log: LogOptions

    func run() throws {
        let reviews = PresetFiles.find(presets).map { Self.review($0, logger: log.logger) }
        let validation = Validation(reviews, isStrict: strict)
        StandardStream.output.print(try format.text(of: validation))
        if validation.status != .success { throw validation.status.exitCode }
    }

    /// What there is to say about a preset, by its own rules and by the encoders of this build.
    static func review(_ nameOrPath: String, logger: Logger) -> PresetReview {
        var review = Preset.review(nameOrPath)
        guard let preset = review.preset else { return review }
        let findings =
            EncoderCheck.findings(for: preset, logger: logger)
            + VideoQuality.findings(for: preset)
        for finding in findings { review.add(finding) }
        return review
    }
}
