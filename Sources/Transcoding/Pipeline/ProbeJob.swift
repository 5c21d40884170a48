internal import Scheduling

/// Reads an upload through: its content's hash, then its facts.
struct HashJob: Job {
    let upload: Upload
    var id: JobID { "hash" }
    var dependencies: Set<JobID> { [] }
    var peakMemory: Int { 4 << 20 }
    /// SHA-256 and reading, at about 1 GB/s.
    var cost: Double { Double(upload.size) / 1e9 }

    func run(in context: JobContext) async throws -> String {
        try await context.blocking { cancellation in
            try upload.sha256 { cancellation.isCancelled }
        }
    }
}

struct ProbeJob: Job {
    let upload: Upload
    let sha256: String
    var id: JobID { "probe" }
    var dependencies: Set<JobID> { [] }
    /// A dozen decoded frames; of 8K pictures at the most.
    var peakMemory: Int { 256 << 20 }
    /// Packets at about 500 MB/s, and a dozen frames.
    var cost: Double { Double(upload.size) / 5e8 + 0.2 }

    func run(in context: JobContext) async throws -> ProbedUpload {
        try await context.blocking { cancellation in
            try Probe(upload: upload, sha256: sha256) { cancellation.isCancelled }.run()
        }
    }
}

extension Upload {
    /// Reads it through: its content's hash, then its facts.
    func measure(on runner: Runner) async throws -> ProbedUpload {
        let sha256 = try await runner.run(HashJob(upload: self))
        return try await runner.run(ProbeJob(upload: self, sha256: sha256))
    }
}
