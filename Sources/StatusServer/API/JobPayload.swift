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
        let decoded = try? JSONDecoder().decode(JobPayload.self, from: Data(job.payload.utf8))
        self = decoded ?? JobPayload()
    }

    private init() {}
}

/// What a completed job left: where its package is.
struct JobResult: Decodable {
    var name: String?
    /// The package.
    var path: String?
    /// Files of the package, from there on.
    var playlist: String?
    var poster: String?
    var manifest: String?
    /// Seconds.
    var duration: Double?
    var bytes: Int?
    var warnings: [String]?

    init?(_ json: String?) {
        guard let json,
            let decoded = try? JSONDecoder().decode(JobResult.self, from: Data(json.utf8))
        else { return nil }
        self = decoded
    }

    /// The whole path of one of its files.
    func file(_ member: KeyPath<JobResult, String?>) -> String? {
        guard let path, let file = self[keyPath: member] else { return nil }
        return file.hasPrefix("/") ? file : path + "/" + file
    }
}
