import ArgumentParser
import JobModel
import MediaModel
import MediaUnits

/// Which part of an upload a command is for.
struct TrimOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Leave out what comes before: 90, 12.5s or 1:30; exact to the frame.",
            valueName: "time"),
        transform: TrimOptions.position)
    var from: Rational?

    @Option(
        help: ArgumentHelp("Leave out what comes from here on.", valueName: "time"),
        transform: TrimOptions.position)
    var to: Rational?

    var trim: Trim { Trim(from: from ?? .zero, to: to) }

    /// The same part, for a job.
    var range: TrimRange { TrimRange(from: from ?? .zero, to: to) }

    func validate() throws {
        guard let to, to <= from ?? .zero else { return }
        throw ValidationError("--to must lie behind --from.")
    }

    private static func position(_ text: String) throws -> Rational {
        guard let time = TimeText.position(text) else {
            throw ValidationError("'\(text)' is not a time; give it as 90, 12.5s, 1:30 or 1:02:03.")
        }
        return time
    }
}
