/// A value that the queue stores, or a client receives, as JSON text.
///
/// The queue does not interpret the text. Submitter, worker, API and command read and write it with the same type.
public protocol Payload: Codable, Sendable, Hashable {}

extension Payload {
    /// Reads stored text; `nil` if there is none, or if another version wrote it in another format.
    public init?(_ json: String?) {
        guard let json, let value: Self = try? PayloadJSON.value(json) else { return nil }
        self = value
    }

    /// The JSON object on one line; see `PayloadJSON`.
    public var json: String { get throws { try PayloadJSON.text(self) } }
}
