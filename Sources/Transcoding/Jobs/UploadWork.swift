internal import Crypto
internal import Foundation
internal import MediaModel
internal import MediaSandbox
internal import Packaging
internal import Sandbox
internal import Scheduling
internal import Storage

/// What the jobs of one upload share.
struct UploadWork: Sendable {
    let upload: Upload
    let info: MediaInfo
    /// The identity of the upload's content.
    let identity: String
    let plan: EncodingPlan
    let folder: any Workspace
    /// Where the upload's media is read.
    let media: MediaRunner
    /// What reading it may take.
    let budget: WorkBudget
    /// Ignore what an earlier run finished.
    let isForced: Bool
    /// Names of files in the workspace: artifacts are linked into packages and other artifacts of the upload, and nowhere else.
    let names: NameCount
    /// Whoever wants to see a poster before all is done.
    var posters: PosterWatch?
    /// Called when an artifact is finished that was not there.
    var onArtifact: (@Sendable () -> Void)?

    init(
        upload: Upload, probed: ProbedUpload, plan: EncodingPlan, folder: any Workspace,
        media: MediaRunner, budget: WorkBudget, isForced: Bool, posters: PosterWatch? = nil,
        onArtifact: (@Sendable () -> Void)? = nil
    ) {
        self.upload = upload
        info = probed.info
        identity = probed.identity
        self.plan = plan
        self.folder = folder
        self.media = media
        self.budget = budget
        self.isForced = isForced
        self.posters = posters
        self.onArtifact = onArtifact
        names = NameCount(below: folder.path)
    }

    /// The key of a result: the upload's content, the part of the plan that it depends on, and the builds that made it.
    func key(_ part: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        var hash = SHA256()
        hash.update(data: Data(identity.utf8))
        hash.update(data: Data(EngineVersions.current.identity.utf8))
        hash.update(data: try encoder.encode(part))
        return hash.finalize().hexadecimal
    }

    /// The folder of finished artifacts.
    func artifacts() throws -> OpenFolder { try OpenFolder(folder.artifacts.path) }

    /// Finds a finished result, or makes it: its files are in the folder, what is said about them in `result.json`.
    ///
    /// What is found may be anything, since other processes and machines write to the same folders: what is not as it should be
    /// is removed and made anew.
    ///
    /// - Parameters:
    ///   - key: Of what it is made from.
    ///   - validate: Gives the result if it can be one of the plan.
    ///   - files: The files of a result.
    ///   - make: Makes it in an empty folder, where nothing but its files is left.
    /// - Returns: The result, and where its files lie.
    /// - Throws: What making throws; `UploadError` if what was made cannot be.
    func artifact<Result: Codable & Sendable>(
        _ key: String, validate: (Result) throws -> Result, files: (Result) -> ArtifactSizes,
        make: (_ draft: OpenFolder) throws -> Result
    ) throws -> Artifact<Result> {
        if !isForced, let found = try find(key, validate, files) { return found }
        // A forced run must not find the earlier one's artifacts under its own keys.
        let ownKey = isForced ? "forced-\(key)" : key
        var result: Result?
        let path = try folder.artifacts.store(ownKey) { path in
            // Another process was faster.
            guard let found = try read(path, validate, files) else { return false }
            result = found
            return true
        } writing: { path in
            let draft = try OpenFolder(path)
            let made = try upload.plausible { try validate(make(draft)) }
            try upload.plausible {
                // A poster is the chunk's own file, by another name.
                try draft.check(files(made), isExact: false, isOwn: names.hasAllNames)
            }
            // What was made of something else must not be found under this key.
            try upload.checkUnchanged()
            let encoder = JSONEncoder()
            encoder.outputFormatting = .sortedKeys
            try AtomicFile.write(
                Array(try encoder.encode(made)), to: "\(path)/\(ArtifactFiles.result)")
            result = made
        }
        guard let result else { throw PackagingFault("no result") }
        onArtifact?()
        return Artifact(folder: path, result: result, isReused: false)
    }

    /// Does work that writes files, and makes sure that those are the files which it says.
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

    /// The highest rendition and the default sound as one MP4.
    func joined(
        _ outcome: EncodingResult, in draft: OpenFolder, limits: SandboxLimits,
        isStopped: @escaping @Sendable () -> Bool
    ) throws -> RegularFile {
        let name = "joined.mp4"
        let work = RemuxWork(tracks: outcome.mainTracks(plan), name: name)
        _ = try media.run(
            work,
            MediaGrant(readsUpload: false, draft: draft, artifacts: try artifacts()), on: upload,
            limits: limits, budget: budget, isStopped: isStopped)
        return try only(name, in: draft)
    }

    /// A file that work left in its folder: a regular one, with no other name.
    func only(_ name: String, in draft: OpenFolder) throws -> RegularFile {
        try upload.plausible { try draft.only(name, isExact: false) }
    }

    /// Bytes that a result has at most, as JSON.
    private static let largestResult = 1 << 26

    private func find<Result: Decodable & Sendable>(
        _ key: String, _ validate: (Result) throws -> Result, _ files: (Result) -> ArtifactSizes
    ) throws -> Artifact<Result>? {
        guard let path = try folder.artifacts.find(key) else { return nil }
        if let result = try read(path, validate, files) {
            return Artifact(folder: path, result: result, isReused: true)
        }
        try folder.artifacts.remove(key)
        return nil
    }

    /// Reads an artifact; `nil` if it is not as it should be.
    ///
    /// - Throws: `StorageError` where the disk or the machine fails: that says nothing of the artifact.
    private func read<Result: Decodable & Sendable>(
        _ path: String, _ validate: (Result) throws -> Result, _ files: (Result) -> ArtifactSizes
    ) throws -> Result? {
        do {
            let artifact = try OpenFolder(path)
            let file = try artifact.file(ArtifactFiles.result)
            guard file.size <= Self.largestResult else { throw ImplausibleArtifact("its size") }
            var bytes = [UInt8](repeating: 0, count: Int(file.size))
            let count = try file.read(at: 0, into: &bytes)
            let result = try validate(
                JSONDecoder().decode(Result.self, from: Data(bytes[..<count])))
            try artifact.check(files(result), isExact: false, isOwn: names.hasAllNames)
            return result
        } catch let error as StorageError where !error.isNotFound {
            throw error
        } catch {
            return nil
        }
    }
}

/// A finished result and where its files lie.
struct Artifact<Result: Sendable>: Sendable {
    let folder: String
    let result: Result
    /// An earlier run made it, or another process.
    let isReused: Bool

    /// Its key among the upload's artifacts.
    var key: String { PathText.name(folder) }

    func open() throws(StorageError) -> OpenFolder { try OpenFolder(folder) }
}
