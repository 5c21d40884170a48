internal import Crypto
internal import Foundation
internal import Storage

/// What the jobs of one upload share.
struct UploadWork: Sendable {
    let upload: Upload
    let facts: UploadFacts
    let plan: Plan
    let folder: any WorkPlace
    /// Where the upload's media is read.
    let media: MediaRunner
    /// What reading it may take.
    let budget: WorkBudget
    /// Ignore what an earlier run finished.
    let isForced: Bool
    /// Whoever wants to see a poster before all is done.
    var posters: PosterWatch?
    /// Called when a piece is finished that was not there.
    var onArtifact: (@Sendable () -> Void)?

    /// The key of a result: the upload's content, the part of the plan that it depends on, and the builds that made it.
    func key(_ part: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        var hash = SHA256()
        hash.update(data: Data(facts.sha256.utf8))
        hash.update(data: Data(EngineVersions.current.identity.utf8))
        hash.update(data: try encoder.encode(part))
        return hash.finalize().hexadecimal
    }

    /// Finds a finished result, or makes it: its files are in the folder, what is said about them in `result.json`.
    func piece<Result: Codable & Sendable>(
        _ key: String, make: (_ folder: String) throws -> Result
    ) throws -> Piece<Result> {
        if !isForced, let found = try folder.pieces.find(key), let result: Result = read(found) {
            return Piece(folder: found, result: result, isReused: true)
        }
        // A forced run must not find the earlier one's pieces under its own keys.
        let ownKey = isForced ? "forced-\(key)" : key
        var result: Result?
        let path = try folder.pieces.store(ownKey) { draft in
            let made = try make(draft)
            // What was made of something else must not be found under this key.
            try upload.checkUnchanged()
            let encoder = JSONEncoder()
            encoder.outputFormatting = .sortedKeys
            try AtomicFile.write(Array(try encoder.encode(made)), to: "\(draft)/\(Self.resultFile)")
            result = made
        }
        guard let result else { throw PackagingFault("no result") }
        onArtifact?()
        return Piece(folder: path, result: result, isReused: false)
    }

    private static let resultFile = "result.json"

    private func read<Result: Decodable>(_ piece: String) -> Result? {
        guard let data = FileManager.default.contents(atPath: "\(piece)/\(Self.resultFile)") else {
            return nil
        }
        return try? JSONDecoder().decode(Result.self, from: data)
    }
}

/// A finished result and where its files lie.
struct Piece<Result: Sendable>: Sendable {
    let folder: String
    let result: Result
    /// An earlier run made it, or another process.
    let isReused: Bool
}
