/// The payload of an `audio` task.
public struct AudioTaskPayload: Payload {
    /// The index of the audio track in the plan.
    public var track: Int
    /// The indices of the runs in the plan, in the form of `EncodeTaskPayload`; `nil` for all that is missing of the track.
    ///
    /// Without runs, the loudness of the track is measured.
    public var runs: Range<Int>?

    public init(track: Int, runs: Range<Int>? = nil) {
        self.track = track
        self.runs = runs
    }
}
