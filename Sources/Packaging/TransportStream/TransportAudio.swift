package import MediaModel

/// Finished segments of a run of an audio rendition, with the key of their artifact.
package struct TransportAudio: Codable, Sendable {
    package let rendition: RenditionResult
    package let artifact: String

    package init(rendition: RenditionResult, artifact: String) {
        self.rendition = rendition
        self.artifact = artifact
    }
}
