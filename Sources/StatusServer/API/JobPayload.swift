internal import Foundation
internal import JobQueue

/// What a job's payload tells of it; whatever cannot be read is left out.
struct JobPayload: Decodable {
    struct Preset: Decodable {
        var name: String?
    }
    var upload: String?
    var output: String?
    var name: String?
    var preset: Preset?

    init(_ job: JobRecord) {
        self = .read(job.payload) ?? JobPayload()
    }

    private init() {}
}

/// What a completed job left: where its package is.
struct JobResult: Decodable {
    var name: String?
    /// Whole paths of the package's files.
    var playlist: String?
    var poster: String?
    var manifest: String?
    /// Seconds.
    var duration: Double?
    var bytes: Int?
    /// Codes.
    var warnings: [String]?

    init?(_ json: String?) {
        guard let result: Self = .read(json) else { return nil }
        self = result
    }
}

/// What is known of a job once its upload is measured.
struct JobNote: Decodable {
    /// Seconds.
    var duration: Double?
    /// The largest first.
    var rungs: [String]?

    init?(_ json: String?) {
        guard let note: Self = .read(json) else { return nil }
        self = note
    }
}

extension Decodable {
    fileprivate static func read(_ json: String?) -> Self? {
        json.flatMap { try? JSONDecoder().decode(Self.self, from: Data($0.utf8)) }
    }
}
