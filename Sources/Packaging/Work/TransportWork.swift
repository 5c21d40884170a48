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
    package let sound: TransportSound?

    package init(
        rungs: [RungPlan],
        renditions: [RenditionResult],
        artifact: String,
        firstArtifact: String,
        sound: TransportSound?
    ) {
        self.rungs = rungs
        self.renditions = renditions
        self.artifact = artifact
        self.firstArtifact = firstArtifact
        self.sound = sound
    }

    package static let kind = "transport"

    package func run(in context: SandboxContext) throws -> [RenditionResult] {
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
package struct TransportAudioWork: MediaWork {
    package let sound: TransportSound
    package let sampleRate: Int

    package init(
        sound: TransportSound,
        sampleRate: Int
    ) {
        self.sound = sound
        self.sampleRate = sampleRate
    }

    package static let kind = "transport-audio"

    package func run(in context: SandboxContext) throws -> RenditionResult {
        try TransportWriter(
            artifacts: context.openArtifacts(), folder: context.folder,
            isStopped: context.isStopped
        ).write(sound, sampleRate: sampleRate)
    }
}
