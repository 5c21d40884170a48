package import MediaModel
internal import MediaSandbox
package import Sandbox

/// Remuxes finished segments of a chunk to MPEG-TS, with the default audio in them.
package struct TransportWork: MediaWork {
    package let rungs: [RungPlan]
    package let renditions: [RenditionResult]
    /// The key of the chunk's artifact.
    package let artifact: String
    /// The key of the first chunk's artifact, which has the init segments.
    package let firstArtifact: String
    /// The audio in the segments; `nil` if the package has no audio.
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

/// Remuxes the finished segments of a separate audio rendition to MPEG-TS.
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
