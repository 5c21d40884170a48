import ArgumentParser
import JobModel
import MediaModel
import MediaUnits

/// The trim range of a command.
struct TrimOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The start of the trim range: 90, 12.5s or 1:30; exact to the frame (default: the upload's start).",
            valueName: "time"),
        transform: TrimOptions.position)
    var from: Rational?

    @Option(
        help: ArgumentHelp(
            "The end of the trim range (default: the upload's end).", valueName: "time"),
        transform: TrimOptions.position)
    var to: Rational?

    /// The trim range as given.
    var value: TrimRequest { TrimRequest(from: from ?? .zero, to: to) }

    /// The trim range of a job.
    var range: TrimRangePayload { TrimRangePayload(from: from ?? .zero, to: to) }

    func validate() throws {
        guard let to, to <= from ?? .zero else { return }
        throw ValidationError("--to must be after --from.")
    }

    private static func position(_ text: String) throws -> Rational {
        guard let time = TimeText.position(text) else {
            throw ValidationError("'\(text)' is not a time; use 90, 12.5s, 1:30 or 1:02:03.")
        }
        return time
    }
}
