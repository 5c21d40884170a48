internal import Crypto
internal import Foundation
internal import MediaModel
internal import MediaSandbox
internal import MediaUnits
internal import Packaging
internal import Sandbox
internal import Scheduling
internal import Storage
internal import SystemPackage
internal import VideoCodecs

/// The values that all jobs of one upload use.
struct EncodingEnvironment: Sendable {
    let upload: Upload
    let info: MediaInfo
    let plan: EncodingPlan
    let workspace: any Workspace
    /// The processes that read the upload.
    let media: MediaRunner
    /// The limits of resources for reading the upload.
    let budget: WorkBudget
    /// The identity of the upload's content.
    let identity: String
    /// Whether artifacts of earlier runs are ignored.
    let isForced: Bool
    /// Returns the versions of the program, of libav's libraries and of the encoders of the given codecs; tests replace it.
    var versions: @Sendable ([VideoCodec]) -> EngineVersions = { .current(encoding: $0) }
    /// The names of files in the workspace: artifacts are linked into packages and other artifacts of the upload only.
    let names: NameCount
    /// The selection of a poster while the jobs run.
    var posters: PosterSelection?
    /// Called when a new artifact is finished.
    var onArtifact: (@Sendable () -> Void)?
    /// The package that finished segments are written to while others are encoded; `nil` if it is begun later.
    var draft: (any PackageDraft)?

    init(
        upload: Upload, probed: ProbedUpload, plan: EncodingPlan, workspace: any Workspace,
        media: MediaRunner,
        budget: WorkBudget, isForced: Bool, posters: PosterSelection? = nil,
        onArtifact: (@Sendable () -> Void)? = nil
    ) {
        self.upload = upload
        info = probed.info
        identity = probed.identity
        self.plan = plan
        self.workspace = workspace
        self.media = media
        self.budget = budget
        self.isForced = isForced
        self.posters = posters
        self.onArtifact = onArtifact
        names = NameCount(below: workspace.path)
    }

    /// Returns the key of an artifact, of the upload's content, the values that the artifact depends on, and the builds that made
    /// it.
    ///
    /// - Parameters:
    ///   - material: The values that the artifact depends on.
    ///   - codec: The codec that the artifact's video was encoded with; `nil` if it has none, or if the material has the keys or
    ///     hashes of encoded segments.
    /// - Returns: A SHA-256, in hexadecimal.
    /// - Throws: The error of encoding the material.
    func key(_ material: some Encodable, encoding codec: VideoCodec? = nil) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        var hash = SHA256()
        hash.update(data: Data(identity.utf8))
        hash.update(data: Data(versions(codec.map { [$0] } ?? []).identity.utf8))
        hash.update(data: try encoder.encode(material))
        return hash.finalize().hexadecimal
    }

    /// Opens a folder that contains finished artifacts.
    func folder(containing keys: [String]) throws -> OpenFolder {
        try workspace.artifacts.folder(containing: keys)
    }

    /// Runs work that writes files, and checks that the draft contains exactly the files of its reply.
    func run<Work: MediaWork>(
        _ work: Work, _ grant: MediaGrant, for job: some Job, _ context: JobContext,
        isStopped: @escaping @Sendable () -> Bool, files: (Work.Output) throws -> ArtifactSizes
    ) throws -> Work.Output {
        let output = try media.run(
            work, grant, on: upload, limits: job.limits(on: upload), budget: budget,
            isStopped: isStopped, report: { context.report($0) },
            onSpend: { context.report(cpuSeconds: $0.cpuSeconds, stages: $0.stages) })
        try upload.plausible {
            try grant.draft?.check(files(output), isExact: true) { $0.linkCount == 1 }
        }
        return output
    }

    /// Joins the highest video rendition and the default audio to one MP4 file.
    func joined(
        _ result: EncodingResult, in draft: OpenFolder, limits: SandboxLimits,
        isStopped: @escaping @Sendable () -> Bool
    ) throws -> RegularFile {
        let name = "joined.mp4"
        let work = RemuxWork(tracks: result.mainTracks(plan), name: name)
        let keys = Set(work.tracks.flatMap(\.files).map(\.artifact)).sorted()
        _ = try media.run(
            work,
            MediaGrant(
                readsUpload: false, draft: draft, artifacts: try folder(containing: keys)),
            on: upload, limits: limits, budget: budget, isStopped: isStopped)
        return try only(name, in: draft)
    }

    /// Opens a file that work wrote into a folder: a regular one, without another name.
    func only(_ name: String, in draft: OpenFolder) throws -> RegularFile {
        try upload.plausible { try draft.only(name, isExact: false) }
    }
}
