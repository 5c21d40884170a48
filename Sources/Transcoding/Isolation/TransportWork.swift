internal import Sandbox

/// Writes finished segments of a chunk again as MPEG-TS, with the default sound in them.
struct TransportWork: MediaWork {
    let rungs: [RungPlan]
    let renditions: [RenditionResult]
    /// The key of their artifact, and of that of the first chunk, which has the init segments.
    let artifact: String
    let firstArtifact: String
    /// `nil`: the package has no sound.
    let sound: TransportSound?

    static let kind = "transport"

    func run(in context: SandboxContext) throws -> [RenditionResult] {
        let writer = TransportWriter(
            artifacts: try context.openArtifacts(), folder: context.folder,
            isStopped: context.isStopped)
        return try zip(rungs, renditions).map { rung, rendition in
            try writer.write(
                rendition, rung, from: artifact, with: sound,
                initialization: ArtifactFile(
                    artifact: firstArtifact, name: ArtifactFiles.initialization(of: rung.name)))
        }
    }
}

/// Writes the finished segments of a sound rendition of its own again as MPEG-TS.
struct TransportAudioWork: MediaWork {
    let sound: TransportSound
    let sampleRate: Int

    static let kind = "transport-audio"

    func run(in context: SandboxContext) throws -> RenditionResult {
        try TransportWriter(
            artifacts: context.openArtifacts(), folder: context.folder,
            isStopped: context.isStopped
        ).write(sound, sampleRate: sampleRate)
    }
}

/// A finished sound rendition, and the key of its artifact.
struct TransportSound: Codable, Sendable {
    let rendition: RenditionResult
    let artifact: String

    init(_ piece: Piece<RenditionResult>) {
        rendition = piece.result
        artifact = piece.key
    }
}
