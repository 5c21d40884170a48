import ArgumentParser
internal import Planning
import Presets
import Storage
import Transcoding

/// `vtranscode plan`: shows what `run` would do, and why.
struct PlanCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "plan",
        abstract: "Show the plan of run for an upload, with reasons, without encoding.",
        discussion: """
            EXAMPLES
              vtranscode plan clip.mov
              vtranscode plan clip.mov --preset hls-ladder-60
              vtranscode plan clip.mov --json | jq .
            """)

    @Argument(help: "The upload.", completion: .file(), transform: Location.argument)
    var upload: Location

    @OptionGroup var preset: PresetOption
    @OptionGroup var trim: TrimOptions
    @OptionGroup var cue: CuePointOptions

    @Flag(help: "Print a JSON object.")
    var json = false

    @OptionGroup var sandboxMode: SandboxOptions
    @OptionGroup var storage: StorageOptions
    @OptionGroup var log: LogOptions

    func run() async throws {
        let plan = try await TranscodingSession(
            upload, in: try storage.registry(), preset: try preset.load().adding(cue.cuePoints),
            trim: trim.value,
            sandboxMode: try sandboxMode.value(),
            logger: log.logger
        ).plan()
        StandardStream.output.print(json ? try JSONText.of(plan) : plan.description)
    }
}
