internal import Errors
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
    /// The names of files in the workspace: artifacts are linked into packages and other artifacts of the upload only.
    let names: NameCount
    /// The selection of a poster while the jobs run.
    var posters: PosterSelection?
    /// Called when a new artifact is finished.
    var onArtifact: (@Sendable () -> Void)?

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
    func key(_ material: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        var hash = SHA256()
        hash.update(data: Data(identity.utf8))
        hash.update(data: Data(EngineVersions.current.identity.utf8))
        hash.update(data: try encoder.encode(material))
        return hash.finalize().hexadecimal
    }

    /// Opens a folder that contains finished artifacts.
    func folder(containing keys: [String]) throws -> OpenFolder {
        try workspace.artifacts.folder(containing: keys)
    }

    /// Finds a finished artifact, or makes it.
    ///
    /// The folder of an artifact has its files, and the result in `result.json`.
    /// Other processes and hosts write to the same store: an artifact that is not valid is removed, and made again.
    ///
    /// - Parameters:
    ///   - key: The key of the artifact.
    ///   - validate: Returns the result if the plan allows it.
    ///   - files: Returns the files of a result.
    ///   - make: Writes the files into an empty folder, without other effects.
    /// - Returns: The artifact.
    /// - Throws: The error of `make`; `UploadError` if its result is not valid.
    func artifact<Result: Codable & Sendable>(
        _ key: String, validate: (Result) throws -> Result, files: (Result) -> ArtifactSizes,
        make: (_ draft: OpenFolder) throws -> Result
    ) throws -> Artifact<Result> {
        let store = workspace.artifacts
        if !isForced, let found = try find(key, validate, files) { return found }
        // A forced run must not find artifacts of earlier runs under its keys.
        let key = isForced ? "forced-\(key)" : key
        var result: Result?
        try store.store(key) { folder in
            // Another process has committed the artifact first.
            guard let found = try read(folder, validate, files) else { return false }
            result = found
            return true
        } writing: { draft in
            let made = try upload.plausible { try validate(make(draft)) }
            try upload.plausible {
                // A poster is a second name of the chunk's file.
                try draft.check(files(made), isExact: false, isOwn: names.hasAllNames)
            }
            // An artifact of another upload must not be found under this key.
            try upload.checkUnchanged()
            let encoder = JSONEncoder()
            encoder.outputFormatting = .sortedKeys
            try AtomicFile.write(
                Array(try encoder.encode(made)), to: draft.path.appending(ArtifactFiles.result))
            result = made
        }
        guard let result else { throw InternalError("no result") }
        onArtifact?()
        return Artifact(key: key, store: store, result: result, isReused: false)
    }

    /// Runs work that writes files, and checks that the draft contains exactly the files of its reply.
    func run<Work: MediaWork>(
        _ work: Work, _ grant: MediaGrant, for job: some Job, _ context: JobContext,
        isStopped: @escaping @Sendable () -> Bool, files: (Work.Output) throws -> ArtifactSizes
    ) throws -> Work.Output {
        let output = try media.run(
            work, grant, on: upload, limits: job.limits(on: upload), budget: budget,
            isStopped: isStopped, report: { context.report($0) })
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
        let keys = result.chunks.map(\.key) + result.audio.map(\.key)
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

    /// The size limit of a result as JSON, in bytes.
    private static let largestResult = 1 << 26

    private func find<Result: Decodable & Sendable>(
        _ key: String, _ validate: (Result) throws -> Result, _ files: (Result) -> ArtifactSizes
    ) throws -> Artifact<Result>? {
        let store = workspace.artifacts
        guard let folder = try store.open(key) else { return nil }
        if let result = try read(folder, validate, files) {
            return Artifact(key: key, store: store, result: result, isReused: true)
        }
        try store.remove(key)
        return nil
    }

    /// Reads an artifact; `nil` if it is not valid.
    ///
    /// - Throws: `StorageError` if the store or the host fails: whether the artifact is valid is not known then.
    private func read<Result: Decodable & Sendable>(
        _ folder: OpenFolder, _ validate: (Result) throws -> Result,
        _ files: (Result) -> ArtifactSizes
    ) throws -> Result? {
        do {
            let file = try folder.file(ArtifactFiles.result)
            guard file.size <= Self.largestResult else { throw ArtifactError("its size") }
            var bytes = [UInt8](repeating: 0, count: Int(file.size))
            let count = try file.read(at: 0, into: &bytes)
            let result = try validate(
                JSONDecoder().decode(Result.self, from: Data(bytes[..<count])))
            try folder.check(files(result), isExact: false, isOwn: names.hasAllNames)
            return result
        } catch let error as StorageError where !error.isNotFound {
            throw error
        } catch {
            return nil
        }
    }
}

/// A finished result, whose files are in a store.
struct Artifact<Result: Sendable>: Sendable {
    let key: String
    let store: any ArtifactStore
    let result: Result
    /// Whether an earlier run or another process made the artifact.
    let isReused: Bool

    /// Opens the folder of the artifact's files.
    func open() throws(StorageError) -> OpenFolder {
        guard let folder = try store.open(key) else { throw .notFound("open artifact", named: key) }
        return folder
    }
}
