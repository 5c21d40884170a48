internal import Foundation

/// The request to a sandbox process; the work follows as a line of its own.
struct SandboxRequest: Codable {
    /// The kind of work; see `SandboxWork.kind`.
    let kind: String
    let fileCount: Int
    /// The indices of files whose ranges the process requests before it reads them.
    let requestedFiles: [Int]
    let hasArtifacts: Bool
    /// A log level of swift-log.
    let logLevel: String
    let limits: SandboxLimits
}

/// A reply of a sandbox process, one line of JSON.
enum SandboxReply: Codable {
    /// A liveness signal.
    case alive
    /// The share of the work that is done, 0...1.
    case progress(Double)
    case log(level: String, message: String)
    /// The CPU seconds of the work by stage, before the output.
    case stages([String: Double])
    /// A request for a range of a file.
    case range(RangeRequest)
    /// The failure follows as a line of its own.
    case failed
    /// The output follows as a line of its own.
    case done
}

/// Lines of JSON, in which line breaks are escaped (RFC 8259, 7).
enum JSONLine {
    static func encode(_ value: some Encodable) throws -> [UInt8] {
        try Array(JSONEncoder().encode(value)) + [UInt8(ascii: "\n")]
    }

    static func decode<Value: Decodable>(_ type: Value.Type, _ line: [UInt8]) throws -> Value {
        try JSONDecoder().decode(type, from: Data(line))
    }
}
