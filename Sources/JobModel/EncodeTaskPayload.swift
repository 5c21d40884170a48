/// The payload of an `encode` task.
public struct EncodeTaskPayload: Payload {
    /// The indices of the chunks in the plan; in JSON, an array of the first index and the index after the last one.
    public var chunks: Range<Int>

    public init(chunks: Range<Int>) { self.chunks = chunks }
}
