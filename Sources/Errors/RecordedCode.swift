/// The code of an error that another module, process or version made, as text.
public struct RecordedCode: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    public init(_ text: String) { rawValue = text }
}
