internal import Foundation

/// What a sandbox process is asked, before the work itself, which follows as a line of its own.
struct SandboxRequest: Codable {
    let kind: String
    let fileCount: Int
    let hasArtifacts: Bool
    /// A level of swift-log.
    let logLevel: String
    let limits: SandboxLimits
}

/// What a sandbox process replies, each a line of JSON.
enum SandboxReply: Codable {
    /// A sign of life.
    case alive
    /// The share that is done, 0...1.
    case progress(Double)
    case log(level: String, message: String)
    /// The failure follows as a line of its own.
    case failed
    /// The output follows as a line of its own.
    case done
}

/// Lines of JSON, which has no line breaks in it.
enum JSONLine {
    static func encode(_ value: some Encodable) throws -> [UInt8] {
        try Array(JSONEncoder().encode(value)) + [UInt8(ascii: "\n")]
    }

    static func decode<Value: Decodable>(_ type: Value.Type, _ line: [UInt8]) throws -> Value {
        try JSONDecoder().decode(type, from: Data(line))
    }
}
