internal import Foundation
internal import MediaUnits

/// What a child is told before the work itself, which follows as a line of its own.
struct WorkRequest: Codable, Sendable {
    let kind: MediaWorkKind
    /// As the user named it.
    let upload: String
    /// The file that this must still be.
    let identity: Upload.Identity
    /// Codecs that are decoded.
    let formats: FormatSet
    let limits: WorkLimits
}

/// What a child says, each a line of JSON.
enum WorkReply: Codable, Sendable {
    /// Nothing new, but it goes on.
    case alive
    /// The share that is done, 0...1.
    case progress(Double)
    case log(level: String, message: String)
    case failed(WorkFailure)
    /// The output follows as a line of its own; so far the child held so many bytes at most, and this work took so many
    /// CPU seconds.
    case done(peak: Int, cpuSeconds: Double)
}

/// Lines of JSON, which has no line breaks in it.
enum WorkLine {
    static func of(_ value: some Encodable) throws -> [UInt8] {
        try Array(JSONEncoder().encode(value)) + [UInt8(ascii: "\n")]
    }

    static func read<Value: Decodable>(_ type: Value.Type, _ line: [UInt8]) throws -> Value {
        try JSONDecoder().decode(type, from: Data(line))
    }
}
