/// The name of a job, unique in its graph: "segment/12".
public struct JobID: RawRepresentable, Hashable, Sendable, Codable, CustomStringConvertible {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    public init(_ name: String) { rawValue = name }

    public var description: String { rawValue }
}

extension JobID: ExpressibleByStringInterpolation {
    public init(stringLiteral name: String) { rawValue = name }
}
