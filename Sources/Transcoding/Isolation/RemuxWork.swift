internal import MediaUnits
internal import Sandbox
internal import Storage

/// Joins finished renditions into one MP4, without encoding anything again.
struct RemuxWork: MediaWork {
    let tracks: [MP4Remux.Source]
    /// The name of the file to write.
    let name: String

    struct Output: Codable, Sendable {}

    static let kind = "remux"

    func run(in context: SandboxContext) throws -> Output {
        try MP4Remux(sources: tracks, artifacts: context.openArtifacts())
            .write(to: "\(context.folder)/\(name)", isStopped: context.isStopped)
        return Output()
    }
}

extension SandboxContext {
    /// The folder of finished artifacts.
    func openArtifacts() throws -> OpenFolder {
        guard let artifacts else { throw WorkFailure.fault("no folder of artifacts") }
        return try OpenFolder(descriptor: artifacts, path: "artifacts")
    }
}
