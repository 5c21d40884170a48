package import MediaModel
internal import MediaSandbox
package import Sandbox

/// Writes finished segments of a chunk again as MPEG-TS, with the default sound in them.
package struct TransportWork: MediaWork {
    package let rungs: [RungPlan]
    package let renditions: [RenditionResult]
    /// The key of their artifact, and of that of the first chunk, which has the init segments.
    package let artifact: String
    package let firstArtifact: String
    /// `nil`: the package has no sound.
    package let audio: TransportAudio?

    package init(
        rungs: [RungPlan],
        renditions: [RenditionResult],
        artifact: String,
        firstArtifact: String,
        audio: TransportAudio?
    ) {
        self.rungs = rungs
        self.renditions = renditions
        self.artifact = artifact
        self.firstArtifact = firstArtifact
        self.audio = audio
    }

    package static let kind = "transport"

    package func run(in context: SandboxContext) throws -> [RenditionResult] {
        let writer = TransportWriter(
            artifacts: try context.openArtifacts(), folder: context.folder,
            isStopped: context.isStopped)
        return try zip(rungs, renditions).map { rung, rendition in
            try writer.write(
                rendition, rung, from: artifact, with: audio,
                initialization: ArtifactFile(
                    artifact: firstArtifact, name: ArtifactFiles.initialization(of: rung.name)))
        }
    }
}

/// Writes the finished segments of a sound rendition of its own again as MPEG-TS.
package struct TransportAudioWork: MediaWork {
    package let audio: TransportAudio
    package let sampleRate: Int

    package init(
        audio: TransportAudio,
        sampleRate: Int
    ) {
        self.audio = audio
        self.sampleRate = sampleRate
    }

    package static let kind = "transport-audio"

    package func run(in context: SandboxContext) throws -> RenditionResult {
        try TransportWriter(
            artifacts: context.openArtifacts(), folder: context.folder,
            isStopped: context.isStopped
        ).write(audio, sampleRate: sampleRate)
    }
}
