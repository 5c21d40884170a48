/// A value that the queue stores, or a client gets, as JSON text.
///
/// The queue never reads the text. Submitter, worker, API and command read and write it through the same type.
public protocol Payload: Codable, Sendable, Hashable {}

extension Payload {
    /// Reads stored text; `nil` if there is none, or if it was written by a version whose payload has another shape.
    public init?(_ json: String?) {
        guard let json, let value: Self = try? PayloadJSON.value(json) else { return nil }
        self = value
    }

    /// The JSON object on one line; see `PayloadJSON`.
    public var json: String { get throws { try PayloadJSON.text(self) } }
}
