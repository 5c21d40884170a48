internal import MediaSandbox
internal import MediaUnits
package import Sandbox
internal import Storage
internal import SystemPackage

/// Remuxes finished renditions into one MP4, without encoding.
package struct RemuxWork: MediaWork {
    package let tracks: [RemuxTrack]
    /// The name of the file to write.
    package let name: String

    package init(
        tracks: [RemuxTrack],
        name: String
    ) {
        self.tracks = tracks
        self.name = name
    }

    package struct Output: Codable, Sendable {}

    package static let kind = "remux"

    package func run(in context: SandboxContext) throws -> Output {
        try MP4Remux(sources: tracks, artifacts: context.openArtifacts())
            .write(to: context.folder.appending(name), isStopped: context.isStopped)
        return Output()
    }
}
