internal import Errors
internal import Foundation
internal import MediaModel
internal import MediaSandbox
internal import Storage
internal import SystemPackage

/// Artifacts of the workspace.
///
/// The folder of an artifact has its files, and the result in `result.json`. Other processes and hosts write to the same store:
/// an artifact that is not valid is removed, and made again.
extension EncodingEnvironment {
    /// Finds a finished artifact, or makes it.
    ///
    /// - Parameters:
    ///   - key: The key of the artifact.
    ///   - validate: Returns the result if the plan allows it.
    ///   - files: Returns the files of a result.
    ///   - paths: Returns the paths in the package of files that are published unchanged.
    ///   - make: Writes the files into an empty folder, without other effects.
    /// - Returns: The artifact.
    /// - Throws: The error of `make`; `UploadError` if its result is not valid.
    func artifact<Result: Codable & Sendable>(
        _ key: String, validate: @escaping (Result) throws -> Result,
        files: @escaping (Result) -> ArtifactSizes,
        paths: @escaping (Result) -> [String: String] = { _ in [:] },
        make: (_ draft: OpenFolder) throws -> Result
    ) throws -> Artifact<Result> {
        let planned = PlannedArtifact(key: key, validate: validate, files: files, paths: paths)
        return try find(planned) ?? store(planned, make: make)
    }

    /// Returns a finished artifact; `nil` if it must be made.
    func find<Result>(_ planned: PlannedArtifact<Result>) throws -> Artifact<Result>? {
        let store = workspace.artifacts
        guard !isForced, let found = try store.find(planned.key) else { return nil }
        if let result = try read(found, planned) {
            return Artifact(
                key: planned.key, store: store, result: result, isReused: true,
                placed: found.placed)
        }
        try store.remove(planned.key)
        return nil
    }

    /// Makes an artifact.
    ///
    /// - Parameters:
    ///   - planned: The artifact.
    ///   - make: Writes the files into an empty folder, without other effects.
    /// - Returns: The artifact, which another process may have made meanwhile.
    /// - Throws: The error of `make`; `UploadError` if its result is not valid.
    func store<Result>(
        _ planned: PlannedArtifact<Result>, make: (_ draft: OpenFolder) throws -> Result
    ) throws -> Artifact<Result> {
        let store = workspace.artifacts
        // A forced run must not find artifacts of earlier runs under its keys.
        let key = isForced ? "forced-\(planned.key)" : planned.key
        var result: Result?
        var paths: [String: String] = [:]
        let placed = try store.store(key) { found in
            // Another process has committed the artifact first.
            guard let found = try read(found, planned) else { return false }
            result = found
            return true
        } writing: { draft in
            let made = try upload.plausible { try planned.validate(make(draft)) }
            try upload.plausible {
                // A poster is a second name of the chunk's file.
                try draft.check(planned.files(made), isExact: false, isOwn: names.hasAllNames)
            }
            // An artifact of another upload must not be found under this key.
            try upload.checkUnchanged()
            let encoder = JSONEncoder()
            encoder.outputFormatting = .sortedKeys
            // The commit waits until it is on the disk.
            try DraftFile.write(
                Array(try encoder.encode(made)), to: draft.path.appending(ArtifactFiles.result))
            result = made
            paths = planned.paths(made)
            return paths
        }
        guard let result else { throw InternalError("no result") }
        onArtifact?()
        let artifact = Artifact(
            key: key, store: store, result: result, isReused: false, placed: placed)
        try write(paths.filter { placed[$0.key] == nil }, of: artifact)
        return artifact
    }

    /// Begins to write files of a new artifact to the package; those that were found are written with the rest of the package, since
    /// they may be made again.
    private func write<Result>(_ paths: [String: String], of artifact: Artifact<Result>) throws {
        guard let draft, !paths.isEmpty else { return }
        let folder = try artifact.open()
        for (name, path) in paths { try draft.write(folder.file(name), to: path) }
    }

    /// Makes several artifacts by one piece of work, whose files are moved to them.
    ///
    /// An interruption leaves the artifacts that were stored before it.
    ///
    /// - Parameters:
    ///   - key: The key of one of the artifacts.
    ///   - body: Writes files into the folder, checks them, and stores them with `store(_:as:from:)`.
    /// - Returns: The result of the body.
    /// - Throws: The error of the body; `StorageError`.
    func dividing<Output>(
        _ key: String, _ body: (_ draft: OpenFolder) throws -> Output
    ) throws -> Output {
        let draft = try workspace.artifacts.draft(for: key)
        defer { workspace.artifacts.discard(draft) }
        return try body(draft)
    }

    /// Stores a result, and moves its files from the folder of the work that has made them.
    func store<Result>(
        _ result: Result, as planned: PlannedArtifact<Result>, from work: OpenFolder
    ) throws -> Artifact<Result> {
        try store(planned) { draft in
            // Checked where they are then: regular files without another name.
            for name in planned.files(result).keys { try work.move(name, to: draft) }
            return result
        }
    }

    /// The size limit of a result as JSON, in bytes.
    private static var largestResult: Int { 1 << 26 }

    /// Reads an artifact; `nil` if it is not valid.
    ///
    /// - Throws: `StorageError` if the store or the host fails: whether the artifact is valid is not known then.
    private func read<Result>(
        _ found: FoundArtifact, _ planned: PlannedArtifact<Result>
    ) throws -> Result? {
        switch found {
        case .folder(let folder): return try read(folder, planned)
        case .record(let record):
            guard let bytes = record.contents[ArtifactFiles.result] else {
                // A large result is a file of its own.
                return try workspace.artifacts.open(planned.key).flatMap { try read($0, planned) }
            }
            guard
                let result = try? planned.validate(
                    JSONDecoder().decode(Result.self, from: Data(bytes)))
            else { return nil }
            let isComplete = planned.files(result).allSatisfy { name, size in
                guard let found = record.sizes[name] else { return false }
                return size.map { Int64($0) == found } ?? true
            }
            // Another build may have placed files elsewhere.
            let paths = planned.paths(result)
            let isPlaced = record.placed.allSatisfy { paths[$0.key] == $0.value.path }
            return isComplete && isPlaced ? result : nil
        }
    }

    private func read<Result>(
        _ folder: OpenFolder, _ planned: PlannedArtifact<Result>
    ) throws -> Result? {
        do {
            let file = try folder.file(ArtifactFiles.result)
            guard file.size <= Self.largestResult else { throw ArtifactError("its size") }
            var bytes = [UInt8](repeating: 0, count: Int(file.size))
            let count = try file.read(at: 0, into: &bytes)
            let result = try planned.validate(
                JSONDecoder().decode(Result.self, from: Data(bytes[..<count])))
            try folder.check(planned.files(result), isExact: false, isOwn: names.hasAllNames)
            return result
        } catch let error as StorageError where !error.isNotFound {
            throw error
        } catch {
            return nil
        }
    }
}

extension FoundArtifact {
    /// The files that the store has written to the package, by their names.
    fileprivate var placed: [String: PlacedFile] {
        switch self {
        case .folder: [:]
        case .record(let record): record.placed
        }
    }
}
