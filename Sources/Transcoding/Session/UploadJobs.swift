internal import Captions
internal import Crypto
internal import Foundation
internal import MediaModel
internal import MediaSandbox
internal import MediaUnits
internal import Planning
internal import Presets
internal import Probing
internal import Scheduling

/// Reads an upload completely, for the hash of its content, with the captions beside it.
struct HashJob: Job {
    let upload: Upload
    let sidecars: [SidecarName]
    var id: JobID { "hash" }
    var dependencies: Set<JobID> { [] }
    var peakMemory: Int { 4 << 20 + (sidecars.isEmpty ? 0 : Sidecar.maximumTotal) }
    /// The time of SHA-256 and reading, at about 1 GB/s.
    var cost: Double { Double(upload.size) / 1e9 }

    func run(in context: JobContext) async throws -> UploadContent {
        try await context.blocking { cancellation in
            let sidecars = try Sidecar.read(
                sidecars, beside: upload.location, in: upload.source)
            if let identity = upload.contentIdentity {
                return UploadContent(identity: identity, sha256: nil, sidecars: sidecars)
            }
            return UploadContent(
                sha256: try upload.sha256 {
                    context.reportLiveness()
                    return cancellation.isCancelled
                }, sidecars: sidecars)
        }
    }
}

struct ProbeJob: Job {
    let upload: Upload
    let content: UploadContent
    let limits: Limits
    let media: MediaRunner
    let budget: WorkBudget
    var readsAllPackets = false
    var id: JobID { "probe" }
    var dependencies: Set<JobID> { [] }
    /// A dozen decoded frames, of up to 8K.
    var peakMemory: Int { 256 << 20 }
    /// The time of packets at about 500 MB/s, and of a dozen frames.
    var cost: Double { Double(upload.size) / 5e8 + 0.2 }

    /// The size limit of the reply, in bytes of JSON: times and keyframes of an upload that consists of packet headers only.
    private var outputSize: Int { min(1 << 27, (1 << 24) + 4 * min(upload.size, 1 << 50)) }

    func run(in context: JobContext) async throws -> ProbedUpload {
        try await context.blocking { cancellation in
            let sidecars = try content.sidecars.compactMap { try $0.reopened(beside: upload) }
            let probed = try media.run(
                ProbeWork(content, limits, readsAllPackets: readsAllPackets),
                MediaGrant(sidecars: sidecars), on: upload,
                limits: limits(on: upload, outputSize: outputSize), budget: budget,
                isStopped: { cancellation.isCancelled })
            do throws(MediaInfoError) {
                try probed.validate(
                    byteCount: upload.size, sha256: content.sha256, identity: content.identity,
                    limits: limits)
            } catch {
                throw UploadError.implausible("\(error)", upload)
            }
            return probed
        }
    }
}

/// Plans the package of an upload that was measured.
struct PlanJob: Job {
    let upload: Upload
    let probed: ProbedUpload
    let preset: Preset
    var trim = TrimRequest()
    let media: MediaRunner
    let budget: WorkBudget
    var id: JobID { "plan" }
    var dependencies: Set<JobID> { [] }
    /// The size of several copies of the frames' times.
    var peakMemory: Int { (32 << 20) + 256 * (probed.frames?.times.count ?? 0) }
    var cost: Double { 0.05 + 1e-6 * Double(probed.frames?.times.count ?? 0) }

    func run(in context: JobContext) async throws -> EncodingPlan {
        try await context.blocking { cancellation in
            let plan = try media.run(
                PlanWork(probed: probed, preset: preset, trim: trim),
                MediaGrant(readsUpload: false), on: upload,
                limits: limits(on: upload, outputSize: 1 << 27), budget: budget,
                isStopped: { cancellation.isCancelled })
            try upload.plausible { try plan.validate(probed, preset) }
            return plan
        }
    }
}
