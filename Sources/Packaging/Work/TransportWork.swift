package import MediaModel
internal import MediaSandbox
package import Sandbox

/// Remuxes finished video segments to MPEG-TS, with the default audio in them.
package struct TransportWork: MediaWork {
    package let renditions: [TransportRendition]
    /// The audio of the segments, by runs; empty if the package has no audio.
    package let audio: [TransportAudio]

    package init(renditions: [TransportRendition], audio: [TransportAudio]) {
        self.renditions = renditions
        self.audio = audio
    }

    package static let kind = "transport"

    package func run(in context: SandboxContext) throws -> [[SegmentResult]] {
        let writer = TransportWriter(
            artifacts: try context.openArtifacts(), folder: context.folder,
            isStopped: context.isStopped)
        return try renditions.map { try writer.write($0, with: audio) }
    }
}

/// Remuxes the finished segments of a run of a separate audio rendition to MPEG-TS.
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
