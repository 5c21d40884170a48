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

/// What is known of a job once its upload is measured.
struct JobNote: Decodable {
    /// Seconds.
    var duration: Double?
    /// The largest first.
    var rungs: [String]?
    /// The whole path of a picture that is there while the job runs.
    var poster: String?

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
