/// The payload of an `audio` task.
public struct AudioTaskPayload: Payload {
    /// The index of the audio track in the plan.
    public var track: Int

    public init(track: Int) { self.track = track }
}
