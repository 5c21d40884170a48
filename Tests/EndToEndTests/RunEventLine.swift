import Foundation

/// One line of `--events ndjson`.
struct RunEventLine: Decodable {
    enum Event: String, Decodable {
        case started, skipped, planned, progress, finished, ended
    }

    enum Outcome: String, Decodable {
        case published, unchanged, failed, interrupted
    }

    struct Notice: Decodable {
        let code: String
        let severity: String
    }

    struct Failure: Decodable {
        let code: String
        let message: String
        let advice: String
    }

    let event: Event
    let upload: String?
    let path: String?
    let name: String?
    let reason: String?
    let rungs: [String]?
    let fraction: Double?
    let outcome: Outcome?
    let segments: Int?
    let reused: Int?
    let notices: [Notice]?
    let error: Failure?

    /// Decodes a line; `nil` if it is not an event.
    init?(_ line: String) {
        let decoder = JSONDecoder()
        guard let event = try? decoder.decode(Self.self, from: Data(line.utf8)) else { return nil }
        self = event
    }
}
